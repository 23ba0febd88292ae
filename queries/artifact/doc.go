// Package artifact handles the files of an index: it opens a directory, packs and unpacks zips, and verifies contents.
// It answers nothing about the code that an index describes.
//
// # Safety
//
// An index may come from a stranger. [Open] accepts only plain files that use known codecs and have the sizes of the
// manifest. [Unpack] writes no file by a name from the zip, and believes no byte without its checksum.
//
// # Limitations
//
// [Open] does not read the pages of the tables; [Verify] does.
package artifact
