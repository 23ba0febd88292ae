// Package browser tests the page of dependency-graph in headless Chromium, with the mouse and the keyboard. The lock file pins the
// browser and its driver; $CORTEX_BROWSER names another one.
package browser
