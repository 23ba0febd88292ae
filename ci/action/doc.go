// Package action holds the scripts of the GitHub action in ci/action.yml and their tests.
//
// Most tests run one script as a step, in folders of its own. TestAction runs the whole
// action and the workflows of ci/examples with act; the folder act replaces GitHub's actions.
package action
