"""Forgeries that mean something, through both verifiers: `make forge`. A forger here knows the
format, the server's seed once it is published, and how to mend every seal and hash. What nobody but
the server has is its signing key, and, in some of the forgeries, even that. Each forgery says what
must become of it; nothing may be accepted as proven."""
