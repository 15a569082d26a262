// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two pictures. The script is the body of an asynchronous function: arguments are two pictures as addresses
// of data, and the function that takes the answer: the share of pixels that differ, and a picture as base64
// of both and of the pixels that differ.
const [before, after, done] = arguments;
const CLOSE = 24; // difference of a colour that a picture may have without being another

async function load(address) {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
}

function pixels(image, width, height) {
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height);
}

async function compare() {
    const images = [await load(before), await load(after)];
    const width = Math.max(...images.map(image => image.width));
    const height = Math.max(...images.map(image => image.height));
    const [old, now] = images.map(image => pixels(image, width, height));
    const differing = new ImageData(width, height);
    let count = 0;
    for (let i = 0; i < old.data.length; i += 4) {
        const differs = [0, 1, 2, 3].some(part => Math.abs(old.data[i + part] - now.data[i + part]) > CLOSE);
        differing.data.set(differs ? [220, 0, 60, 255] : [now.data[i], now.data[i + 1], now.data[i + 2], 40], i);
        count += differs;
    }
    const sheet = document.createElement('canvas');
    sheet.width = 3 * width;
    sheet.height = height;
    const context = sheet.getContext('2d');
    [old, now, differing].forEach((picture, i) => context.putImageData(picture, i * width, 0));
    return {share: count / (width * height), picture: sheet.toDataURL('image/png').split(',')[1]};
}

compare().then(done, error => done({share: 1, fault: String(error), picture: ''}));
