/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_file.h"

#include "endgame_memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Size of a page of the file, in bytes. */
enum { PAGE = 4096 };

/* Mark of each part of the file but the values. */
static const char MAGIC[16] = "sowlab endgame 1";
static const uint64_t ORDER = UINT64_C(0x0102030405060708); /* order of bytes of the
                                                               machine */

/* Contents of the first page, but for its end. */
struct head {
    char magic[sizeof MAGIC];    /* MAGIC */
    uint64_t order;              /* ORDER */
    uint64_t digest;             /* digest of the text */
    char text[ENDGAME_TEXT_MAX]; /* rules as text, with zeros after them */
};

/* End of a slot. */
struct seal {
    char magic[sizeof MAGIC]; /* MAGIC */
    uint64_t layer;           /* number of the layer, from 0 */
    uint64_t count;           /* number of values */
    uint64_t values;          /* digest of the values */
    uint64_t seal;            /* digest of the fields above */
};

/* End of the first page. It is zero in files of version 0.1.0. */
struct tally {
    char magic[sizeof MAGIC]; /* MAGIC */
    uint64_t layers;          /* number of layers */
    uint64_t digest;          /* digest of the fields above */
};

/* --- digests --- */

/* Returns @p digest with a word mixed in. */
static uint64_t mixed(uint64_t digest, uint64_t word)
{
    digest = (digest ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return digest ^ digest >> 29U;
}

uint64_t sow_endgame_digest(uint64_t digest, const void *bytes, uint64_t size)
{
    enum { LANES = 4, STRIDE = LANES * 8 };
    const unsigned char *at = bytes;
    uint64_t lane[LANES] = {digest, digest + 1, digest + 2, digest + 3};
    uint64_t word[LANES] = {0};
    uint64_t left = size;
    for (; left >= STRIDE; left -= STRIDE, at += STRIDE) {
        memcpy(word, at, STRIDE);
        for (int i = 0; i < LANES; i++)
            lane[i] = mixed(lane[i], word[i]);
    }
    memset(word, 0, STRIDE);
    memcpy(word, at, left);
    digest = mixed(digest, size);
    for (int i = 0; i < LANES; i++)
        digest = mixed(mixed(digest, lane[i]), word[i]);
    return digest;
}

/* Computes the digest of the end of a slot, from the fields above it. */
static uint64_t seal_of(const struct seal *seal)
{
    return sow_endgame_digest(0, seal, offsetof(struct seal, seal));
}

/* --- bytes --- */

/* Reports that the system could not @p deed the file, with the reason in errno. Always
   returns SOW_IO. */
static enum sow_status failed(const struct endgame_file *file, const char *deed,
                              struct sow_err *err)
{
    return sow_err_set(err, SOW_IO, "cannot %s endgame file '%s': %s", deed, file->path,
                       strerror(errno));
}

/* Writes @p size bytes at @p offset of the file. Returns false, with the reason in errno,
   if some could not be written. Continues after a signal. */
static bool write_at(const struct endgame_file *file, const void *bytes, uint64_t size,
                     uint64_t offset)
{
    const char *from = bytes;
    while (size > 0) {
        size_t most = size < (1U << 30U) ? size : 1U << 30U;
        ssize_t written = pwrite(file->descriptor, from, most, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        from += written;
        offset += (uint64_t)written;
        size -= (uint64_t)written;
    }
    return true;
}

/* Reads @p size bytes at @p offset of the file. Returns false if there are fewer, or on
   an error. Continues after a signal. */
static bool read_at(const struct endgame_file *file, void *bytes, uint64_t size,
                    uint64_t offset)
{
    char *to = bytes;
    while (size > 0) {
        size_t most = size < (1U << 30U) ? size : 1U << 30U;
        ssize_t got = pread(file->descriptor, to, most, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        offset += (uint64_t)got;
        size -= (uint64_t)got;
    }
    return true;
}

/* Returns the size in bytes of a slot for @p count values and its end: whole pages. */
static uint64_t slot_size(uint64_t count)
{
    return (count + sizeof(struct seal) + PAGE - 1) / PAGE * PAGE;
}

/* --- opening --- */

/* Computes the digest of the text of the rules. */
static uint64_t digest_of(const struct head *head)
{
    return sow_endgame_digest(0, head->text, sizeof head->text);
}

/* Writes the first page with the rules @p text and no number of layers, and waits until
   it is on the disk. Returns false on an error. */
static bool write_head(const struct endgame_file *file, const char *text)
{
    char page[PAGE] = "";
    struct head head = {.order = ORDER};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    (void)snprintf(head.text, sizeof head.text, "%s", text);
    head.digest = digest_of(&head);
    memcpy(page, &head, sizeof head);
    return write_at(file, page, PAGE, 0) && fsync(file->descriptor) == 0;
}

/* Computes the digest of a tally, from the fields above it. */
static uint64_t digest_of_tally(const struct tally *tally)
{
    return sow_endgame_digest(0, tally, offsetof(struct tally, digest));
}

/* Writes the tally, a record of the number of layers with its digest, at the end of the
   first page. Returns false on an error. */
static bool write_tally(const struct endgame_file *file, int layers)
{
    struct tally tally = {.layers = (uint64_t)layers};
    memcpy(tally.magic, MAGIC, sizeof MAGIC);
    tally.digest = digest_of_tally(&tally);
    return write_at(file, &tally, sizeof tally, PAGE - sizeof tally);
}

/* Reads the number of layers from the first page into file->had, which is 0 if the page
   has none. Returns false if it is damaged. */
static bool read_tally(struct endgame_file *file)
{
    static const struct tally NONE;
    struct tally tally = NONE;
    (void)read_at(file, &tally, sizeof tally, PAGE - sizeof tally);
    file->had = 0;
    if (memcmp(&tally, &NONE, sizeof tally) == 0)
        return true;
    file->had = (int)tally.layers;
    return tally.digest == digest_of_tally(&tally) && tally.layers <= ENDGAME_LAYERS;
}

/* Reports the first line in which the rules of the file and of the game differ. Always
   returns SOW_BAD_DATA. */
static enum sow_status refuse_rules(const struct endgame_file *file, const char *theirs,
                                    const char *ours, struct sow_err *err)
{
    size_t at = 0;
    while (theirs[at] != '\0' && theirs[at] == ours[at])
        at++;
    while (at > 0 && theirs[at - 1] != '\n')
        at--;
    return sow_err_set(err, SOW_BAD_DATA,
                       "endgame file '%s' is for other rules: it has '%.*s', this "
                       "variant has '%.*s'; choose another file or another variant",
                       file->path, (int)strcspn(theirs + at, "\n"), theirs + at,
                       (int)strcspn(ours + at, "\n"), ours + at);
}

/* Reads the first page and checks it. Returns SOW_BAD_DATA if it is not that of an
   endgame file, comes from a machine with another order of bytes, or is damaged. */
static enum sow_status read_head(struct endgame_file *file, struct head *head,
                                 struct sow_err *err)
{
    bool whole = read_at(file, head, sizeof *head, 0);
    if (memcmp(head->magic, MAGIC, sizeof MAGIC) != 0)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "'%s' is not an endgame file: name one that 'sowlab solve' made, "
            "or a new one",
            file->path);
    if (whole && head->order != ORDER)
        return sow_err_set(err, SOW_BAD_DATA,
                           "endgame file '%s' comes from a machine with another order of "
                           "bytes: solve it again here",
                           file->path);
    if (!whole || head->digest != digest_of(head) ||
        memchr(head->text, 0, sizeof head->text) == NULL || !read_tally(file))
        return sow_err_set(err, SOW_BAD_DATA,
                           "endgame file '%s' is damaged at its head: delete it and "
                           "solve it again",
                           file->path);
    file->rules = head->digest;
    return SOW_OK;
}

/* Reads the first page and checks that it has the rules @p text, whose digest becomes the
   first of file->digest. Returns SOW_BAD_DATA if it has other rules, or as read_head
   does. */
static enum sow_status check_head(struct endgame_file *file, const char *text,
                                  struct sow_err *err)
{
    struct head head = {.order = 0};
    enum sow_status status = read_head(file, &head, err);
    if (status == SOW_OK && strcmp(head.text, text) != 0)
        status = refuse_rules(file, head.text, text, err);
    file->digest[0] = head.digest;
    return status;
}

/* Reads the end of the slot after the known ones, which has @p count values. Returns
   false if the file is shorter or no end is there. Does not check the fields. */
static bool read_seal(const struct endgame_file *file, uint64_t count, struct seal *seal)
{
    uint64_t at = file->end + slot_size(count) - sizeof *seal;
    return read_at(file, seal, sizeof *seal, at) &&
           memcmp(seal->magic, MAGIC, sizeof MAGIC) == 0;
}

/* Returns true if the end of a slot is undamaged and belongs to the next layer, with @p
   count values. */
static bool is_intact(const struct endgame_file *file, uint64_t count,
                      const struct seal *seal)
{
    return seal->seal == seal_of(seal) && seal->layer == (uint64_t)file->layers &&
           seal->count == count;
}

/* Counts the layer whose slot has this end as known: adds its digest to file->digest, and
   moves file->end behind it. Layer 0 continues the digest of the rules. */
static void take_layer(struct endgame_file *file, const struct seal *seal)
{
    int before = file->layers > 0 ? file->layers - 1 : 0;
    file->digest[file->layers++] = mixed(file->digest[before], seal->values);
    file->end += slot_size(seal->count);
}

/* Reads the next layer, with @p count values, from a file of @p size bytes. The values go
   on the heap; @p layer is NULL if there is no further layer. A slot without an end is a
   layer that is still being solved, and nothing may follow it. An end that belongs to
   another layer, or to other values, is damage: SOW_BAD_DATA. */
static enum sow_status open_layer(struct endgame_file *file, uint64_t count,
                                  uint64_t size, const int8_t **layer,
                                  struct sow_err *err)
{
    struct seal seal;
    uint64_t next = file->end + slot_size(count);
    *layer = NULL;
    bool sealed = next <= size && read_seal(file, count, &seal);
    if (!sealed && next >= size)
        return SOW_OK;
    int8_t *values = sow_endgame_room(count);
    if (values == NULL)
        return sow_err_set(err, SOW_NO_MEMORY,
                           "endgame file '%s' needs more memory than this machine has: "
                           "choose a smaller file",
                           file->path);
    if (sealed && is_intact(file, count, &seal) &&
        read_at(file, values, count, file->end) &&
        seal.values == sow_endgame_digest(0, values, count)) {
        take_layer(file, &seal);
        *layer = values;
        return SOW_OK;
    }
    free(values);
    return sow_err_set(err, SOW_BAD_DATA,
                       "endgame file '%s' is damaged in the layer of %d seeds: delete it "
                       "and solve it again",
                       file->path, file->layers);
}

/* Returns SOW_BAD_DATA for a file that has lost layers, else SOW_OK. Bytes after the last
   layer can belong to a layer that a process is solving now. Or the file was cut, or
   solving ended early. Only the number of layers tells these cases apart. If the first
   page has no such number, bytes after the last layer count as a loss. */
static enum sow_status refuse_loss(const struct endgame_file *file, struct sow_err *err)
{
    char left[32] = "none";
    if (file->layers > 0)
        (void)snprintf(left, sizeof left, "up to %d", file->layers - 1);
    if (file->layers < file->had)
        return sow_err_set(err, SOW_BAD_DATA,
                           "endgame file '%s' has lost layers: it had up to %d seeds "
                           "and now has %s; restore the whole file, or solve into it "
                           "again",
                           file->path, file->had - 1, left);
    if (file->had == 0 && file->layers > 0 && file->end < (uint64_t)file->known.st_size)
        return sow_err_set(err, SOW_BAD_DATA,
                           "endgame file '%s' ends within the layer of %d seeds: "
                           "restore the whole file, or solve into it again up to this "
                           "number",
                           file->path, file->layers);
    return SOW_OK;
}

/* Reads all layers into @p layer, up to the first that is missing, and counts them in @p
   file. Fails as open_layer does, and for a file to read as refuse_loss does. On failure,
   the layers before it stay there. */
static enum sow_status open_layers(struct endgame_file *file,
                                   const struct endgame_index *index,
                                   const int8_t *layer[ENDGAME_LAYERS],
                                   struct sow_err *err)
{
    file->end = PAGE;
    for (int n = 0; n <= index->most; n++) {
        enum sow_status status = open_layer(
            file, endgame_size(index, n), (uint64_t)file->known.st_size, &layer[n], err);
        if (status != SOW_OK)
            return status;
        if (layer[n] == NULL)
            break;
    }
    return file->grows ? SOW_OK : refuse_loss(file, err);
}

/* Opens file->path as a regular file with the given @p flags of open, and sets
   file->known. O_NONBLOCK avoids waiting if the path is a pipe. Returns SOW_IO if it
   cannot be opened, SOW_BAD_DATA if it is not a regular file. */
static enum sow_status open_path(struct endgame_file *file, int flags,
                                 struct sow_err *err)
{
    file->descriptor = open(file->path, flags | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file->descriptor < 0 || fstat(file->descriptor, &file->known) != 0)
        return failed(file, "open", err);
    return S_ISREG(file->known.st_mode)
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA,
                             "'%s' is not an endgame file: name one that 'sowlab solve' "
                             "made, or a new one",
                             file->path);
}

enum sow_status sow_endgame_file_open(struct endgame_file *file, const char *path,
                                      const char *text, const struct endgame_index *index,
                                      const int8_t *layer[ENDGAME_LAYERS],
                                      struct sow_err *err)
{
    assert(strlen(text) < ENDGAME_TEXT_MAX && sizeof(struct head) <= PAGE);
    file->path = strdup(path);
    if (file->path == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        open_path(file, file->grows ? O_RDWR | O_CREAT : O_RDONLY, err);
    if (status != SOW_OK)
        return status;
    if (file->grows && flock(file->descriptor, LOCK_EX | LOCK_NB) != 0)
        return sow_err_set(err, SOW_BUSY,
                           "another process solves into '%s': wait until it is done",
                           path);
    bool fresh = file->grows && lseek(file->descriptor, 0, SEEK_END) == 0;
    if (fresh && !write_head(file, text))
        return failed(file, "write", err);
    /* The times are read before the contents: a change during the reading is then noticed
       later. */
    if (fstat(file->descriptor, &file->known) != 0)
        return failed(file, "read", err);
    status = check_head(file, text, err);
    return status == SOW_OK ? open_layers(file, index, layer, err) : status;
}

/* --- changes --- */

/* Returns true if two times agree to the nanosecond. */
static bool same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* Returns true if the times, the size and the identity of a file are as they were. */
static bool is_untouched(const struct stat *now, const struct stat *known)
{
    return now->st_dev == known->st_dev && now->st_ino == known->st_ino &&
           now->st_size == known->st_size && same_time(&now->st_mtim, &known->st_mtim) &&
           same_time(&now->st_ctim, &known->st_ctim);
}

/* Returns true if the next slot of the file has these @p count values, and counts it as
   known then. Reads the file in pieces. */
static bool has_values(struct endgame_file *file, const int8_t *values, uint64_t count)
{
    enum { PIECE = 1 << 16 };
    char piece[PIECE];
    struct seal seal;
    if (!read_seal(file, count, &seal) || !is_intact(file, count, &seal))
        return false;
    for (uint64_t at = 0; at < count; at += PIECE) {
        size_t size = count - at < PIECE ? (size_t)(count - at) : (size_t)PIECE;
        if (!read_at(file, piece, size, file->end + at) ||
            memcmp(piece, values + at, size) != 0)
            return false;
    }
    take_layer(file, &seal);
    return true;
}

/* Returns true if the first @p count layers of a file, of which none is known yet, have
   these values. Counts those that have them as known. */
static bool has_layers(struct endgame_file *file, const struct endgame_index *index,
                       const int8_t *const layer[ENDGAME_LAYERS], int count)
{
    file->end = PAGE;
    bool same = true;
    for (int n = 0; n < count && same; n++)
        same = has_values(file, layer[n], endgame_size(index, n));
    return same;
}

/* Reads the file again if it has grown or was touched, because it may still have the same
   values. */
enum sow_status sow_endgame_file_check(struct endgame_file *file,
                                       const struct endgame_index *index,
                                       const int8_t *const layer[ENDGAME_LAYERS],
                                       int count, struct sow_err *err)
{
    struct stat now;
    struct head head = {.order = 0};
    if (stat(file->path, &now) == 0 && is_untouched(&now, &file->known))
        return SOW_OK;
    struct endgame_file fresh = {.descriptor = -1, .path = strdup(file->path)};
    if (fresh.path == NULL)
        return sow_err_no_memory(err);
    bool same = open_path(&fresh, O_RDONLY, NULL) == SOW_OK &&
                (!file->grows || fresh.known.st_ino == file->known.st_ino) &&
                read_head(&fresh, &head, NULL) == SOW_OK && fresh.rules == file->rules &&
                has_layers(&fresh, index, layer, count);
    if (same)
        file->known = fresh.known;
    sow_endgame_file_close(&fresh);
    return same ? SOW_OK
                : sow_err_set(err, SOW_BAD_DATA,
                              "endgame file '%s' was changed while it was in use, so no "
                              "result is kept: restore the file or solve it again, then "
                              "repeat the command",
                              file->path);
}

/* --- looking --- */

/* Reads the number and checksums of the layers of an open file. @p index is room for its
   tables. Stops at the first slot without an intact end. Fails as read_head and
   refuse_loss do. */
static enum sow_status look(struct endgame_file *file, struct endgame_index *index,
                            struct sow_err *err)
{
    struct head head = {.order = 0};
    struct seal seal;
    enum sow_status status = read_head(file, &head, err);
    if (status != SOW_OK)
        return status;
    const char *at = strstr(head.text, "pits = ");
    long pits = at != NULL ? strtol(at + strlen("pits = "), NULL, 10) : 0;
    if (pits < 1 || pits > SOW_MAX_PITS)
        return SOW_OK;
    sow_endgame_index_init(index, (int)pits);
    file->digest[0] = head.digest;
    file->end = PAGE;
    while (file->layers <= index->most &&
           read_seal(file, endgame_size(index, file->layers), &seal) &&
           is_intact(file, endgame_size(index, file->layers), &seal))
        take_layer(file, &seal);
    return refuse_loss(file, err);
}

enum sow_status sow_endgame_file_look(struct endgame_file *file, const char *path,
                                      struct sow_err *err)
{
    struct endgame_index *index = calloc(1, sizeof *index);
    file->path = strdup(path);
    if (file->path == NULL || index == NULL) {
        free(index);
        return sow_err_no_memory(err);
    }
    enum sow_status status = open_path(file, O_RDONLY, err);
    if (status == SOW_OK)
        status = look(file, index, err);
    free(index);
    if (status == SOW_OK && file->layers == 0)
        status =
            sow_err_set(err, SOW_BAD_DATA,
                        "endgame file '%s' has no finished layer: solve it again", path);
    return status;
}

/* --- appending --- */

/* Writes a slot, its end after its values are on the disk. Sets @p made to the end.
   Returns false on an error; the file may then end with a part of the slot. */
static bool write_slot(const struct endgame_file *file, const int8_t *values,
                       uint64_t count, struct seal *made)
{
    struct seal seal = {.layer = (uint64_t)file->layers,
                        .count = count,
                        .values = sow_endgame_digest(0, values, count)};
    memcpy(seal.magic, MAGIC, sizeof MAGIC);
    seal.seal = seal_of(&seal);
    *made = seal;
    uint64_t next = file->end + slot_size(count);
    return ftruncate(file->descriptor, (off_t)file->end) == 0 &&
           write_at(file, values, count, file->end) && fsync(file->descriptor) == 0 &&
           write_at(file, &seal, sizeof seal, next - sizeof seal) &&
           fsync(file->descriptor) == 0;
}

enum sow_status sow_endgame_file_append(struct endgame_file *file, const int8_t *values,
                                        uint64_t count, struct sow_err *err)
{
    assert(file->grows);
    struct seal seal;
    if (!write_slot(file, values, count, &seal)) {
        enum sow_status status = failed(file, "write", err);
        (void)(ftruncate(file->descriptor, (off_t)file->end) == 0);
        return status;
    }
    take_layer(file, &seal);
    /* The number of layers is written after the layer itself. A number that is too low
       does no harm. */
    if (!write_tally(file, file->layers) || fstat(file->descriptor, &file->known) != 0)
        return failed(file, "write", err);
    return SOW_OK;
}

void sow_endgame_file_close(struct endgame_file *file)
{
    if (file->descriptor >= 0)
        (void)close(file->descriptor);
    file->descriptor = -1;
    free(file->path);
    file->path = NULL;
}
