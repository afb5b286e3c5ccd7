#ifndef CCURL_H
#define CCURL_H

// Most systems have the library and not its headers: what is in use here is part of curl's stable interface, from 7.68 on.
#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#else
#include "CurlDeclarations.h"
#endif

/// What curl's own start takes, which Swift does not see everywhere.
static const long lifebus_curl_global_default = CURL_GLOBAL_DEFAULT;

/// The option that lets a transfer end while a name is looked up still; curl before 7.87 does not know it.
static const CURLoption lifebus_curl_quick_exit = (CURLoption)322;

// The calls that Swift cannot make: those with a variable number of arguments.

/// Sets an option that is a number.
CURLcode lifebus_curl_set_number(CURL *, CURLoption, long number);

/// Sets an option that is a text, of which curl keeps a copy.
CURLcode lifebus_curl_set_text(CURL *, CURLoption, const char *text);

/// Sets the headers of a request; the list is to live as long as the transfer.
CURLcode lifebus_curl_set_headers(CURL *, struct curl_slist *headers);

/// Makes the request a `POST` of bytes, of which curl keeps a copy.
CURLcode lifebus_curl_set_body(CURL *, const void *bytes, long count);

/// Sets who is called with each line of a head and with each part of a body; `context` is their last argument.
CURLcode lifebus_curl_set_receivers(CURL *, curl_write_callback line, curl_write_callback part, void *context);

/// A number that curl knows of a transfer; 0 if it knows none.
long lifebus_curl_number(CURL *, CURLINFO);

#endif
