#pragma once
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <string.h>

// The keys of a software authenticator: EVP_PKEY_Q_keygen is variadic, and some of the others are macros, which Swift
// cannot call.

static inline EVP_PKEY *kopilka_test_key(int algorithm) {
    switch (algorithm) {
    case -7: return EVP_EC_gen("P-256");
    case -8: return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    case -257: return EVP_RSA_gen(2048);
    default: return NULL;
    }
}

/// Writes the public key: x and y, the point, or the modulus. Returns the number of bytes; 0 when it failed.
static inline size_t kopilka_test_public_key(EVP_PKEY *key, int algorithm, unsigned char *bytes, size_t size) {
    size_t count = size;
    BIGNUM *modulus = NULL;
    switch (algorithm) {
    case -7:
        if (EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, bytes, size, &count) != 1 || count != 65)
            return 0;
        memmove(bytes, bytes + 1, 64);
        return 64;
    case -8: return EVP_PKEY_get_raw_public_key(key, bytes, &count) == 1 ? count : 0;
    case -257:
        if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_N, &modulus) != 1) return 0;
        count = (size_t)BN_bn2bin(modulus, bytes);
        BN_free(modulus);
        return count;
    default: return 0;
    }
}

/// Writes a signature. Returns the number of bytes; 0 when it failed.
static inline size_t kopilka_test_sign(
    EVP_PKEY *key, int algorithm, const unsigned char *message, size_t length, unsigned char *bytes, size_t size) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t count = size;
    int done = context && EVP_DigestSignInit(context, NULL, algorithm == -8 ? NULL : EVP_sha256(), NULL, key) == 1
        && EVP_DigestSign(context, bytes, &count, message, length) == 1;
    EVP_MD_CTX_free(context);
    return done ? count : 0;
}

/// Writes SHA-256. Returns 1, or 0 when it failed.
static inline int kopilka_test_sha256(const unsigned char *message, size_t length, unsigned char *bytes) {
    return EVP_Digest(message, length, bytes, NULL, EVP_sha256(), NULL);
}
