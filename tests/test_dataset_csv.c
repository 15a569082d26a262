/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the reader of CSV files. */
#include "dataset_support.h"
#include "sow/fitting/csv_reader.h"

FIXTURE(ANY, enter_folder, leave_folder)

/* Reads a file as one text: fields in brackets, records as lines. */
static enum sow_status read_all(const char *path, char *text, size_t size,
                                struct sow_err *err)
{
    struct sow_csv *csv;
    size_t length = 0;
    bool more = true;
    text[0] = '\0';
    enum sow_status status = sow_csv_open(&csv, path, err);
    if (status != SOW_OK)
        return status;
    for (int i = 0; i < sow_csv_columns(csv); i++)
        length +=
            (size_t)snprintf(text + length, size - length, "(%s)", sow_csv_name(csv, i));
    while (status == SOW_OK) {
        status = sow_csv_next(csv, &more, err);
        if (status != SOW_OK || !more)
            break;
        length += (size_t)snprintf(text + length, size - length, " %llu",
                                   (unsigned long long)sow_csv_line(csv));
        for (int i = 0; i < sow_csv_columns(csv); i++)
            length += (size_t)snprintf(text + length, size - length, "[%s]",
                                       sow_csv_field(csv, i));
    }
    sow_csv_close(csv);
    return status;
}

/* Text with its size, because it may contain NUL characters. */
struct sample_text {
    const char *bytes;
    size_t size;
    const char *expected;
};

#define BYTES(text) (text), sizeof(text) - 1

static const struct sample_text GOOD[] = {
    {BYTES("a,b\n1,2\n3,4\n"), "(a)(b) 2[1][2] 3[3][4]"},
    {BYTES("a,b\r\n1,2\r\n"), "(a)(b) 2[1][2]"},
    {BYTES("\xef\xbb\xbf"
           "a,b\n1,2"),
     "(a)(b) 2[1][2]"},
    {BYTES("# a note, \"unclosed\na,b\n#\n\n  \n1,2\n\r\n# end"), "(a)(b) 6[1][2]"},
    {BYTES("a,b\n\"1,2\",\"say \"\"so\"\"\"\n,\n"), "(a)(b) 2[1,2][say \"so\"] 3[][]"},
    {BYTES("\"a \",b\n 1 , 2 \n"), "(a )(b) 2[1][2]"},
    {BYTES("a\n"), "(a)"},
    {BYTES("\"\",a\n1,2\n"), "()(a) 2[1][2]"},
};

TEST_EACH(reader, good_files_are_read, GOOD)
{
    char text[256];
    write_bytes(file_path(), GOOD[_i].bytes, GOOD[_i].size);
    ck_ok(read_all(file_path(), text, sizeof text, &err));
    ck_assert_str_eq(text, GOOD[_i].expected);
}

static const struct sample_text BAD[] = {
    {BYTES(""), "the file is empty"},
    {BYTES("# only a note\n\n"), "the file is empty"},
    {BYTES("a,b\n1,2\n1,2,3\n"), ":3: the line has 3 fields, the first one has 2"},
    {BYTES("a,b\n1\n"), ":2: the line has 1 fields, the first one has 2"},
    {BYTES("a,b\n1,2,\n"), ":2: the line has 3 fields"},
    {BYTES("a,b,a\n"), ":1: two columns are called 'a'"},
    {BYTES("a,b\n1,\0\n"), ":2: a NUL byte"},
    {BYTES("\0"), ":1: a NUL byte"},
    {BYTES("\xff\xfe"
           "a\0,\0b\0"),
     "UTF-16"},
    {BYTES("a,b\n1,x\"y\n"), ":2: a stray quotation mark at byte 4"},
    {BYTES("a,b\n1,\"x\"y\n"), ":2: a stray quotation mark"},
    {BYTES("a,b\n1,\"x\n2,3\"\n"), ":2: the quotation mark of a field is not closed"},
    {BYTES("a,b\r1,2\r3,4\r"), ":1: a carriage return inside the line"},
    {BYTES("a;b\n1;2\n"), ":1: there is only one column, and its name contains other "
                          "separators"},
    {BYTES("a\tb\n1\t2\n"), ":1: there is only one column, and its name contains "
                            "other separators"},
};

TEST_EACH(reader, bad_files_are_refused, BAD)
{
    char text[256];
    write_bytes(file_path(), BAD[_i].bytes, BAD[_i].size);
    ck_fails(read_all(file_path(), text, sizeof text, &err), SOW_BAD_DATA,
             BAD[_i].expected);
    ck_assert_ptr_nonnull(strstr(err.text, file_path()));
}

TEST(reader, limits_hold)
{
    static char text[4 * SOW_CSV_LINE_MAX];
    write_repeated("a\n\"", "x", SOW_CSV_LINE_MAX - 2, "\"\n1\n");
    ck_ok(read_all(file_path(), text, sizeof text, &err));
    ck_assert_uint_gt(strlen(text), SOW_CSV_LINE_MAX);
    write_repeated("a\n\"", "x", SOW_CSV_LINE_MAX - 1, "\"\n1\n");
    ck_fails(read_all(file_path(), text, sizeof text, &err), SOW_BAD_DATA,
             ":2: the line is longer than 65536 bytes");
    write_repeated("a\n", "x", 5000000, "");
    ck_fails(read_all(file_path(), text, sizeof text, &err), SOW_BAD_DATA,
             ":2: the line is longer");
    write_repeated("", ",", SOW_CSV_FIELDS_MAX - 1, "\n");
    ck_ok(read_all(file_path(), text, sizeof text, &err));
    write_repeated("", ",", SOW_CSV_FIELDS_MAX, "\n");
    ck_fails(read_all(file_path(), text, sizeof text, &err), SOW_BAD_DATA,
             "more than 1024 fields");
    write_repeated("a\n", ",", SOW_CSV_LINE_MAX, "\n");
    ck_fails(read_all(file_path(), text, sizeof text, &err), SOW_BAD_DATA,
             "more than 1024 fields");
}

TEST(reader, what_is_no_file)
{
    struct sow_csv *csv;
    ck_fails(sow_csv_open(&csv, test_path("none.csv"), &err), SOW_IO, "cannot read");
    ck_assert_ptr_null(csv);
    ck_fails(sow_csv_open(&csv, test_folder, &err), SOW_USAGE, "not a file");
    ck_fails(sow_csv_open(&csv, "/dev/null", &err), SOW_USAGE, "save the data in a file");
    sow_csv_close(NULL);
}

/* The digest is that of the example in FIPS 180-4, also if a line end follows. */
TEST(reader, the_digest_is_of_all_bytes)
{
    struct sow_csv *csv;
    bool more;
    write_text(file_path(), "abc");
    ck_ok(sow_csv_open(&csv, file_path(), &err));
    ck_ok(sow_csv_next(csv, &more, &err));
    ck_assert(!more);
    ck_ok(sow_csv_next(csv, &more, &err));
    ck_assert_str_eq(sow_csv_sha256(csv),
                     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sow_csv_close(csv);
}
