package action

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// asset is the archive of a release.
const asset = "cortex_1.2.3_linux_amd64.tar.gz"

// TestActionDownload checks that only an archive with the right checksum is used.
func TestActionDownload(t *testing.T) {
	good := tarball(t, tar.Header{Name: "cortex", Mode: 0o644}, "#!/bin/sh\necho cortex of the release\n")
	sum := func(b []byte, name string) string { return fmt.Sprintf("%x  %s\n", sha256.Sum256(b), name) }
	other := sum([]byte("x"), "cortex_1.2.3_linux_arm64.tar.gz")
	for _, c := range []struct {
		name      string
		archive   []byte
		checksums string
		want      string // the error; empty for none
	}{
		{"as released", good, other + sum(good, asset), ""},
		{"with a star for a binary file", good, strings.Replace(sum(good, asset), "  ", " *", 1), ""},
		{"altered", append(good[:len(good):len(good)], 0), sum(good, asset), "as in checksums.txt"},
		{"without a checksum", good, other, "has no SHA-256 of " + asset},
		{"with a checksum of another name", good, sum(good, "x"+asset), "has no SHA-256"},
		{"with two checksums", good, sum(good, asset) + sum(good, asset), "has no SHA-256"},
		{"with an empty list", good, "", "has no SHA-256"},
		{"with a page instead of a list", good, "<html>" + asset + "</html>", "has no SHA-256"},
		{"without the archive", nil, sum(nil, asset), "the download of " + asset},
		{"that is no archive", []byte("x"), sum([]byte("x"), asset), "has no cortex"},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkDownload(t, c.archive, c.checksums, c.want)
		})
	}
	for _, h := range []tar.Header{
		{Name: "../cortex", Mode: 0o755}, {Name: "/cortex", Mode: 0o755}, {Name: "cortex", Typeflag: tar.TypeSymlink, Linkname: "/bin/sh"},
		{Name: "cortex", Typeflag: tar.TypeDir, Mode: 0o755}, {Name: "x/cortex", Mode: 0o755},
	} {
		t.Run(fmt.Sprintf("%s of type %c", h.Name, h.Typeflag), func(t *testing.T) {
			text := "#!/bin/sh\necho cortex of the release\n"
			if h.Typeflag != 0 {
				text = ""
			}
			b := tarball(t, h, text)
			want := "cortex in " + asset
			if h.Name != "cortex" {
				want = asset + " has no cortex"
			}
			checkDownload(t, b, sum(b, asset), want)
		})
	}
}

func checkDownload(t *testing.T, archive []byte, checksums, want string) {
	t.Helper()
	s := newStep(t)
	server := s.release(t, map[string][]byte{asset: archive, "checksums.txt": []byte(checksums)})
	there := s.files(t)
	out, err := s.run(t, "download.sh", map[string]string{"VERSION": "1.2.3", "REPOSITORY": "acme/cortex", "GITHUB_SERVER_URL": server})
	bin := filepath.Join(s.dir, "temp", "cortex-action", "bin")
	path, _ := os.ReadFile(s.env["GITHUB_PATH"])
	if want == "" {
		if err != nil || out != "cortex of the release\n" || string(path) != bin+"\n" || s.outputs(t)["cortex"] != filepath.Join(bin, "cortex") {
			t.Errorf("%v: %s; on the PATH: %q, %v", err, out, path, s.outputs(t))
		}
		return
	}
	if err == nil || !strings.Contains(out, "::error title=cortex::version: ") || !strings.Contains(out, want) {
		t.Errorf("%v: %s; want %s", err, out, want)
	}
	if strings.Contains(out, "cortex of the release") || len(path) > 0 {
		t.Errorf("it was run, or is on the PATH: %s", out)
	}
	download := "/temp/cortex-action/download"
	wantOnly(t, s, there, "/temp/cortex-action/bin", "/temp/cortex-action/why", download, download+"/checksums.txt", download+"/"+asset, download+"/cortex")
}

// builtVersion is the version in cmd/cortex.
const builtVersion = "0.1.0"

// TestActionDownloadsWhatDistMakes downloads the archive and checksum that make dist writes,
// as release.yml publishes them.
func TestActionDownloadsWhatDistMakes(t *testing.T) {
	if testing.Short() || runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("builds cortex; the steps run as on linux/amd64")
	}
	dist := filepath.Join(t.TempDir(), "dist")
	citest.Run(t, citest.Top(t), filepath.Join(citest.Top(t), "ci", "dist.sh"), dist)
	sums, err := filepath.Glob(filepath.Join(dist, "*.sha256"))
	if err != nil || len(sums) != 1 {
		t.Fatalf("%v: %v", sums, err)
	}
	archive := strings.TrimSuffix(sums[0], ".sha256")
	s := newStep(t)
	server := s.release(t, map[string][]byte{"checksums.txt": []byte(citest.ReadText(t, sums[0])), filepath.Base(archive): []byte(citest.ReadText(t, archive))})
	out, err := s.run(t, "download.sh", map[string]string{"VERSION": builtVersion, "REPOSITORY": "acme/cortex", "GITHUB_SERVER_URL": server})
	if err != nil || !strings.HasPrefix(out, "cortex "+builtVersion) {
		t.Errorf("%v: %s", err, out)
	}
}

// TestActionDownloadsByHTTPS checks that plain HTTP is refused, also after a redirect.
func TestActionDownloadsByHTTPS(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("asked without TLS") }))
	t.Cleanup(plain.Close)
	s := newStep(t)
	secure := s.release(t, nil)
	for _, url := range []string{plain.URL, secure + "/to/" + strings.TrimPrefix(plain.URL, "http://")} {
		out, err := s.run(t, "download.sh", map[string]string{"VERSION": "1.2.3", "REPOSITORY": "acme/cortex", "GITHUB_SERVER_URL": url})
		if err == nil || !strings.Contains(out, "the download of checksums.txt from ") {
			t.Errorf("%s: %v: %s", url, err, out)
		}
	}
}

// release serves the files of a release, with a certificate that the step trusts.
func (s *step) release(t *testing.T, files map[string][]byte) string {
	t.Helper()
	url, trusted := release(t, "acme/cortex", files)
	s.env["CURL_CA_BUNDLE"] = trusted
	return url
}

// release serves the files of release 1.2.3 of a repository. A path below /to/ redirects to
// that host without TLS. It returns the address and a file with the certificate.
func release(t *testing.T, repository string, files map[string][]byte) (url, trusted string) {
	t.Helper()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host, ok := strings.CutPrefix(r.URL.Path, "/to/"); ok {
			http.Redirect(w, r, "http://"+host, http.StatusFound)
			return
		}
		name, ok := strings.CutPrefix(r.URL.Path, "/"+repository+"/releases/download/v1.2.3/")
		if !ok {
			name = strings.TrimPrefix(r.URL.Path, "/"+repository+"/releases/download/v"+builtVersion+"/")
		}
		b := files[name]
		if b == nil {
			http.NotFound(w, r)
			return
		}
		if _, err := w.Write(b); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	trusted = filepath.Join(t.TempDir(), "trusted.pem")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o644); err != nil {
		t.Fatal(err)
	}
	return server.URL, trusted
}

// tarball returns an archive of one file.
func tarball(t *testing.T, h tar.Header, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(zipped)
	h.Size = int64(len(text))
	if err := w.WriteHeader(&h); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
