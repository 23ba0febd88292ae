package artifact

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apache/thrift/lib/go/thrift"
)

// DESIGN: this file reads footers with the Thrift library before DuckDB opens a file. DuckDB's Brotli decoder is reported to write out of
// bounds on a crafted page, and Open refuses codecs that the writer does not use. parquet_metadata() would parse the footer in DuckDB.
// One footer takes 0.03 to 0.3 ms.

const (
	parquetMagic = "PAR1"
	maxFooter    = 64 << 20
)

// acceptedCodecs has the accepted codecs of the Parquet format.
var acceptedCodecs = map[int32]bool{0: true /* UNCOMPRESSED */, 1: true /* SNAPPY */, 6: true /* ZSTD */}

// footer is the needed part of the metadata of a Parquet file.
type footer struct {
	rows   int64
	codecs map[int32]bool
}

// readFooter reads the footer of a Parquet file. It refuses a file that is cut short, is encrypted, refers to another file or uses another
// codec.
func readFooter(f *os.File, size int64) (footer, error) {
	if size < 12 {
		return footer{}, errors.New("too short for a Parquet file")
	}
	var head [4]byte
	var tail [8]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return footer{}, err
	}
	if _, err := f.ReadAt(tail[:], size-8); err != nil {
		return footer{}, err
	}
	if string(head[:]) != parquetMagic || string(tail[4:]) != parquetMagic {
		return footer{}, errors.New("no Parquet file: the magic bytes are missing")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	if n > size-12 || n > maxFooter {
		return footer{}, errors.New("the footer does not fit into the file")
	}
	buf := make([]byte, n)
	if _, err := io.ReadFull(io.NewSectionReader(f, size-8-n, n), buf); err != nil {
		return footer{}, err
	}
	return parseFooter(buf)
}

// parseFooter reads the Thrift structure FileMetaData of the Parquet format.
func parseFooter(b []byte) (footer, error) {
	transport := thrift.NewTMemoryBufferLen(len(b))
	transport.Buffer.Write(b)
	p := footerReader{thrift.NewTCompactProtocolConf(transport, &thrift.TConfiguration{MaxMessageSize: maxFooter})}
	ft := footer{codecs: map[int32]bool{}}
	err := p.fields(func(id int16, kind thrift.TType) (bool, error) {
		switch {
		case id == 3 && kind == thrift.I64:
			n, err := p.ReadI64(context.Background())
			ft.rows = n
			return true, err
		case id == 4 && kind == thrift.LIST:
			return true, p.list(func() error { return p.rowGroup(&ft) })
		}
		return false, nil
	})
	if err != nil {
		return footer{}, fmt.Errorf("read the footer: %w", err)
	}
	for c := range ft.codecs {
		if !acceptedCodecs[c] {
			return footer{}, fmt.Errorf("a column is compressed with codec %d, and only ZSTD, SNAPPY and none are accepted", c)
		}
	}
	return ft, nil
}

type footerReader struct{ *thrift.TCompactProtocol }

func (p footerReader) rowGroup(ft *footer) error {
	return p.fields(func(id int16, kind thrift.TType) (bool, error) {
		if id != 1 || kind != thrift.LIST {
			return false, nil
		}
		return true, p.list(func() error { return p.columnChunk(ft) })
	})
}

func (p footerReader) columnChunk(ft *footer) error {
	return p.fields(func(id int16, kind thrift.TType) (bool, error) {
		switch {
		case id == 1:
			return false, errors.New("a column refers to another file")
		case id == 3 && kind == thrift.STRUCT:
			return true, p.fields(func(id int16, kind thrift.TType) (bool, error) {
				if id != 4 || kind != thrift.I32 {
					return false, nil
				}
				codec, err := p.ReadI32(context.Background())
				ft.codecs[codec] = true
				return true, err
			})
		}
		return false, nil
	})
}

// fields reads a struct and calls f for each field; f reports whether it has read the value.
func (p footerReader) fields(f func(id int16, kind thrift.TType) (bool, error)) error {
	ctx := context.Background()
	if _, err := p.ReadStructBegin(ctx); err != nil {
		return err
	}
	for {
		_, kind, id, err := p.ReadFieldBegin(ctx)
		if err != nil {
			return err
		}
		if kind == thrift.STOP {
			return p.ReadStructEnd(ctx)
		}
		done, err := f(id, kind)
		if err != nil {
			return err
		}
		if !done {
			if err := thrift.SkipDefaultDepth(ctx, p, kind); err != nil {
				return err
			}
		}
		if err := p.ReadFieldEnd(ctx); err != nil {
			return err
		}
	}
}

// list reads a list of structs and calls f for each element.
func (p footerReader) list(f func() error) error {
	ctx := context.Background()
	kind, n, err := p.ReadListBegin(ctx)
	if err != nil {
		return err
	}
	if kind != thrift.STRUCT && n > 0 {
		return errors.New("a list of the wrong kind")
	}
	for range n {
		if err := f(); err != nil {
			return err
		}
	}
	return p.ReadListEnd(ctx)
}
