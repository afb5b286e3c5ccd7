/// A certificate for 127.0.0.1 that nobody trusts who is not told to; its key is no secret.
enum TestCertificate {
  /// Both, as a server and whoever trusts it read them from a file.
  static let text = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgI8HWLJAIa59MSJkg
    /jH4JJlz13pSiL+eNEVwG2TnRPahRANCAAQiL8uPJKaKNgMtJdQGKXTah4tUGcIN
    Sm6xLtoi9r2LERUTB1uCyoUwMlwwIJ4WoVk+ffLd8+e32Aqia8OO7qVR
    -----END PRIVATE KEY-----
    -----BEGIN CERTIFICATE-----
    MIIBUTCB+KADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFRlc3QwIBcN
    MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBFRlc3Qw
    WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQiL8uPJKaKNgMtJdQGKXTah4tUGcIN
    Sm6xLtoi9r2LERUTB1uCyoUwMlwwIJ4WoVk+ffLd8+e32Aqia8OO7qVRo0MwQTAP
    BgNVHREECDAGhwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFApHak0e
    pOg8enAx1YEIwCoBSA8IMAoGCCqGSM49BAMCA0gAMEUCIQCUHda/DTcN4+YQbu7g
    Fx31XVHGjIHLmcRfrlmYrXAmmwIgRbUo5kh00VklcH256mEtzFfIklIbTpmKQEN7
    mzBw2jw=
    -----END CERTIFICATE-----
    """
}
