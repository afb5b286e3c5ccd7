#include "CCurl.h"

#include <stddef.h>

CURLcode lifebus_curl_set_number(CURL *transfer, CURLoption option, long number) {
  return curl_easy_setopt(transfer, option, number);
}

CURLcode lifebus_curl_set_text(CURL *transfer, CURLoption option, const char *text) {
  return curl_easy_setopt(transfer, option, text);
}

CURLcode lifebus_curl_set_headers(CURL *transfer, struct curl_slist *headers) {
  return curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, headers);
}

CURLcode lifebus_curl_set_body(CURL *transfer, const void *bytes, long count) {
  // The size first: the copy is made of so many bytes.
  CURLcode code = curl_easy_setopt(transfer, CURLOPT_POSTFIELDSIZE, count);
  return code != CURLE_OK ? code : curl_easy_setopt(transfer, CURLOPT_COPYPOSTFIELDS, bytes);
}

CURLcode lifebus_curl_set_receivers(CURL *transfer, curl_write_callback line, curl_write_callback part, void *context) {
  CURLcode code = curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, line);
  if (code == CURLE_OK) code = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, part);
  if (code == CURLE_OK) code = curl_easy_setopt(transfer, CURLOPT_HEADERDATA, context);
  return code != CURLE_OK ? code : curl_easy_setopt(transfer, CURLOPT_WRITEDATA, context);
}

long lifebus_curl_number(CURL *transfer, CURLINFO what) {
  long number = 0;
  return curl_easy_getinfo(transfer, what, &number) == CURLE_OK ? number : 0;
}
