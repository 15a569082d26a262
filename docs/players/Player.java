// SPDX-License-Identifier: GPL-3.0-or-later
// A player for sowlab in Java: it makes a legal move at random.
import java.util.Random;
import java.util.Scanner;

public class Player {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Random random = new Random(1);
        while (!in.nextLine().isBlank()) // the rules, up to a blank line
            continue;
        System.out.println("ready");
        while (in.hasNextLine()) { // a line for each position
            String[] words = in.nextLine().split(" ");
            String[] legal = words[2].split(",");
            System.out.println(legal[random.nextInt(legal.length)]);
        }
    }
}
