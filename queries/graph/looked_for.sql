-- Whether the standard library looks for methods of a name on values of any type, through interfaces
-- that have no name, or none outside their package, and so stand in no index: Is, As and Unwrap
-- (package errors, http.ResponseController), Timeout and Temporary (os.IsTimeout, package net and
-- net/url), IsBoolFlag (package flag), IsZero (omitzero of encoding/json), AfterFunc (package
-- context), Equal (package crypto/x509), and those that net/http looks for on transports, connections
-- and writers.
CREATE OR REPLACE MACRO is_looked_for(name) AS name IN ('Is', 'As', 'Unwrap', 'Timeout', 'Temporary', 'IsBoolFlag', 'IsZero', 'AfterFunc', 'Equal',
  'CloseIdleConnections', 'CloseWrite', 'EnableFullDuplex', 'FlushError', 'SetReadDeadline', 'SetWriteDeadline', 'UnencryptedNetConn');
