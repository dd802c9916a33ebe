/*
 * Loaded into the server with LD_PRELOAD: makes writes to the database's files fail while a file says so. The first
 * byte of the file named by IO_FAULTS decides:
 *   E  every write and flush fails with EIO        F  every write fails with ENOSPC
 *   S  every flush (fsync) fails with EIO          R  one write or flush in eight fails with EIO, at random
 * Anything else, or no file: nothing fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

static void find(void) __attribute__((constructor));
static void find(void) {
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite");
  real_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
}

static char mode(void) {
  const char *path = getenv("IO_FAULTS");
  char first = 0;
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) return 0;
  if (read(fd, &first, 1) != 1) first = 0;
  close(fd);
  return first;
}

static int is_database(int fd) {
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strstr(path, "sapa.db") != NULL && strstr(path, "-shm") == NULL;
}

/* The error for this call, or 0. */
static int fault(int fd, int is_flush) {
  if (!is_database(fd)) return 0;
  switch (mode()) {
    case 'E': return EIO;
    case 'F': return is_flush ? 0 : ENOSPC;
    case 'S': return is_flush ? EIO : 0;
    case 'R': return random() % 8 == 0 ? EIO : 0;
    default: return 0;
  }
}

#define FAIL_OR(call, fd, is_flush)   \
  int error = fault(fd, is_flush);    \
  if (error == 0) return call;        \
  errno = error;                      \
  return -1;

ssize_t write(int fd, const void *data, size_t size) { FAIL_OR(real_write(fd, data, size), fd, 0) }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { FAIL_OR(real_pwrite(fd, data, size, at), fd, 0) }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { FAIL_OR(real_pwrite64(fd, data, size, at), fd, 0) }
int fsync(int fd) { FAIL_OR(real_fsync(fd), fd, 1) }
int fdatasync(int fd) { FAIL_OR(real_fdatasync(fd), fd, 1) }
