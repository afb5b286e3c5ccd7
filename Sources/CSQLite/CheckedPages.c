#include "CSQLite.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A layer between SQLite and the disk that ends each page of a database with a sum of its bytes, and refuses a page whose sum
// is another. SQLite leaves the last eight bytes of each page free for this.
//
// In memory and in the write-ahead log, which has sums of its own, the eight bytes are zero; so they are in a page that another
// program has written back from the log, and such a page is not judged.

enum { sum_size = 8, smallest_page = 512, header_size = 100, reserve_offset = 20 };

typedef struct {
  sqlite3_file base;
  /// True if the pages have sums.
  int is_checked;
} checked_file;

/// The file of the layer below, which stands behind this one's.
static sqlite3_file *below(sqlite3_file *file) { return (sqlite3_file *)((checked_file *)file + 1); }

static sqlite3_vfs *vfs_below(sqlite3_vfs *vfs) { return vfs->pAppData; }

static uint64_t sum(const uint8_t *page, int size, sqlite3_int64 offset) {
  // The place is part of it: a page that was written to a wrong one is found too.
  uint64_t first = 0x9e3779b97f4a7c15 ^ (uint64_t)offset, second = 1;
  for (int index = 0; index < size - sum_size; index += 8) {
    uint64_t word;
    memcpy(&word, page + index, sizeof word);
    first = (first ^ word) * 0xff51afd7ed558ccd;
    first ^= first >> 32;
    second += first;
  }
  uint64_t result = first ^ (second << 1);
  return result == 0 ? 1 : result;
}

static int is_page(int count) { return count >= smallest_page && (count & (count - 1)) == 0; }

static int read_page(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  checked_file *self = (checked_file *)file;
  int code = below(file)->pMethods->xRead(below(file), buffer, count, offset);
  if (code != SQLITE_OK) return code;
  uint8_t *page = buffer;
  if (offset == 0 && count >= header_size) self->is_checked = page[reserve_offset] == sum_size;
  if (!self->is_checked || !is_page(count)) return SQLITE_OK;
  uint64_t expected;
  memcpy(&expected, page + count - sum_size, sum_size);
  if (expected != 0 && expected != sum(page, count, offset)) return SQLITE_IOERR_DATA;
  memset(page + count - sum_size, 0, sum_size);
  return SQLITE_OK;
}

static int write_page(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset) {
  checked_file *self = (checked_file *)file;
  // SQLite's own buffer, whose last bytes are this layer's: they are zero again when it returns.
  uint8_t *page = (uint8_t *)buffer;
  if (offset == 0 && count >= header_size) self->is_checked = page[reserve_offset] == sum_size;
  int has_sum = self->is_checked && is_page(count);
  if (has_sum) {
    uint64_t found = sum(page, count, offset);
    memcpy(page + count - sum_size, &found, sum_size);
  }
  int code = below(file)->pMethods->xWrite(below(file), buffer, count, offset);
  if (has_sum) memset(page + count - sum_size, 0, sum_size);
  return code;
}

// Reads that go round `xRead` are not offered.
static int fetch_nothing(sqlite3_file *file, sqlite3_int64 offset, int count, void **place) {
  (void)file, (void)offset, (void)count;
  *place = NULL;
  return SQLITE_OK;
}
static int unfetch_nothing(sqlite3_file *file, sqlite3_int64 offset, void *place) {
  (void)file, (void)offset, (void)place;
  return SQLITE_OK;
}

// The rest is the layer below's.
#define PASS(file, call) below(file)->pMethods->call
static int close_file(sqlite3_file *f) { return PASS(f, xClose)(below(f)); }
static int truncate_file(sqlite3_file *f, sqlite3_int64 size) { return PASS(f, xTruncate)(below(f), size); }
static int sync_file(sqlite3_file *f, int flags) { return PASS(f, xSync)(below(f), flags); }
static int file_size(sqlite3_file *f, sqlite3_int64 *size) { return PASS(f, xFileSize)(below(f), size); }
static int lock_file(sqlite3_file *f, int lock) { return PASS(f, xLock)(below(f), lock); }
static int unlock_file(sqlite3_file *f, int lock) { return PASS(f, xUnlock)(below(f), lock); }
static int check_lock(sqlite3_file *f, int *result) { return PASS(f, xCheckReservedLock)(below(f), result); }
static int control_file(sqlite3_file *f, int what, void *value) { return PASS(f, xFileControl)(below(f), what, value); }
static int sector_size(sqlite3_file *f) { return PASS(f, xSectorSize)(below(f)); }
static int characteristics(sqlite3_file *f) { return PASS(f, xDeviceCharacteristics)(below(f)); }
static int map_shared(sqlite3_file *f, int region, int size, int extend, void volatile **place) {
  return PASS(f, xShmMap)(below(f), region, size, extend, place);
}
static int lock_shared(sqlite3_file *f, int offset, int count, int flags) {
  return PASS(f, xShmLock)(below(f), offset, count, flags);
}
static void order_shared(sqlite3_file *f) { PASS(f, xShmBarrier)(below(f)); }
static int unmap_shared(sqlite3_file *f, int deletes) { return PASS(f, xShmUnmap)(below(f), deletes); }

static const sqlite3_io_methods methods = {
    3, close_file, read_page, write_page, truncate_file, sync_file, file_size, lock_file, unlock_file, check_lock, control_file,
    sector_size, characteristics, map_shared, lock_shared, order_shared, unmap_shared, fetch_nothing, unfetch_nothing,
};

static int open_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) {
  // The write-ahead log and temporary files are as they are.
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return vfs_below(vfs)->xOpen(vfs_below(vfs), name, file, flags, out_flags);
  checked_file *self = (checked_file *)file;
  memset(self, 0, sizeof *self);
  int code = vfs_below(vfs)->xOpen(vfs_below(vfs), name, below(file), flags, out_flags);
  // SQLite closes what has methods, also after a failure.
  if (below(file)->pMethods != NULL) self->base.pMethods = &methods;
  return code;
}

int lifebus_sqlite_register_checked_pages(void) {
  static sqlite3_vfs checked;
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  if (system == NULL) return -1;
  checked = *system;
  checked.pNext = NULL;
  checked.zName = LIFEBUS_SQLITE_CHECKED_PAGES;
  checked.pAppData = system;
  checked.szOsFile = (int)sizeof(checked_file) + system->szOsFile;
  checked.xOpen = open_file;
  return sqlite3_vfs_register(&checked, 0);
}

int lifebus_sqlite_leave_room_for_sums(sqlite3 *connection) {
  int count = sum_size;
  return sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}
