// Package browser tests the page of dependency-graph in headless Chromium: $CORTEX_BROWSER, or one on the path. CI on Linux must have it.
package browser
