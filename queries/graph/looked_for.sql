-- Whether the standard library looks for methods of a name on values of any type, through interfaces
-- that have no name, or none outside their package, and so stand in no index: Is, As and Unwrap
-- (package errors, http.ResponseController), Timeout and Temporary (os.IsTimeout, package net and
-- net/url), IsBoolFlag (package flag), IsZero (omitzero of encoding/json), AfterFunc (package
-- context), Equal (package crypto/x509), Compose and Decompose (database/sql), those of image and compress for what they
-- read, write and encode, those of crypto for blocks, curves and ciphers, and those that net/http looks for on transports, connections
-- and writers. A test reads the sources of the standard library for more.
CREATE OR REPLACE MACRO is_looked_for(name) AS name IN ('Is', 'As', 'Unwrap', 'Timeout', 'Temporary', 'IsBoolFlag', 'IsZero', 'AfterFunc', 'Equal', 'Compose', 'Decompose',
  'Flush', 'Opaque', 'Peek', 'NewCBCDecrypter', 'NewCBCEncrypter', 'NewCTR', 'NewGCM', 'SetIV', 'Unmarshal', 'UnmarshalCompressed',
  'BaseContext', 'CancelRequest', 'CloseIdleConnections', 'CloseWrite', 'ConnectionState', 'EnableFullDuplex', 'FlushError', 'IsHTTP2NoCachedConnError', 'NewClientConn', 'RoundTripErr', 'SetReadDeadline',
  'SetWriteDeadline', 'UnencryptedNetConn');
