package git

import "testing"

func TestMavenName(t *testing.T) {
	for text, want := range map[string]string{
		`<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>org.a</groupId><artifactId>b</artifactId><dependencies><dependency><artifactId>x</artifactId></dependency></dependencies></project>`: "org.a:b",
		`<project><parent><groupId>org.p</groupId><artifactId>q</artifactId></parent><artifactId>b</artifactId></project>`:                                                                                                     "org.p:b",
		`<project><artifactId>b</artifactId></project>`: "b",
		`<project><groupId>org.a</groupId></project>`:   "",
		`<project>`: "",
	} {
		if got := mavenName([]byte(text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
