#ifndef CURL_DECLARATIONS_H
#define CURL_DECLARATIONS_H

// The part of <curl/curl.h> that is in use here, for systems that have the library without it.

#include <stddef.h>

typedef void CURL;
typedef void CURLM;

typedef enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_WEIRD_SERVER_REPLY = 8,
  CURLE_BAD_FUNCTION_ARGUMENT = 43,
  CURLE_PEER_FAILED_VERIFICATION = 60,
} CURLcode;

typedef enum { CURLM_OK = 0 } CURLMcode;

typedef enum {
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_POSTFIELDSIZE = 60,
  CURLOPT_CAINFO = 10065,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_FORBID_REUSE = 75,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_HTTP_CONTENT_DECODING = 158,
  CURLOPT_COPYPOSTFIELDS = 10165,
  CURLOPT_HEADEROPT = 229,
  CURLOPT_PATH_AS_IS = 234,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_HTTP09_ALLOWED = 285,
} CURLoption;

typedef enum {
  CURLINFO_RESPONSE_CODE = 0x200000 + 2,
  CURLINFO_HTTP_CONNECTCODE = 0x200000 + 22,
} CURLINFO;

enum { CURL_HTTP_VERSION_1_1 = 2 };

#define CURLHEADER_SEPARATE (1 << 0)
#define CURL_GLOBAL_DEFAULT 3

typedef size_t (*curl_write_callback)(char *, size_t, size_t, void *);

struct curl_slist {
  char *data;
  struct curl_slist *next;
};

typedef enum { CURLMSG_NONE, CURLMSG_DONE } CURLMSG;

struct CURLMsg {
  CURLMSG msg;
  CURL *easy_handle;
  union {
    void *whatever;
    CURLcode result;
  } data;
};
typedef struct CURLMsg CURLMsg;

struct curl_waitfd;

CURLcode curl_global_init(long);
struct curl_slist *curl_slist_append(struct curl_slist *, const char *);
void curl_slist_free_all(struct curl_slist *);

CURL *curl_easy_init(void);
CURLcode curl_easy_setopt(CURL *, CURLoption, ...);
CURLcode curl_easy_getinfo(CURL *, CURLINFO, ...);
const char *curl_easy_strerror(CURLcode);
void curl_easy_cleanup(CURL *);

CURLM *curl_multi_init(void);
CURLMcode curl_multi_add_handle(CURLM *, CURL *);
CURLMcode curl_multi_remove_handle(CURLM *, CURL *);
CURLMcode curl_multi_perform(CURLM *, int *);
CURLMcode curl_multi_poll(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
CURLMcode curl_multi_wakeup(CURLM *);
CURLMsg *curl_multi_info_read(CURLM *, int *);
CURLMcode curl_multi_cleanup(CURLM *);

#endif
