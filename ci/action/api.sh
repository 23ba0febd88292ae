# shellcheck shell=bash
# Functions for GitHub's API and for git with the token of the job. The token stays in the
# environment and in files of the runner: no command line has it.

# api calls GitHub's API and prints the answer: api METHOD PATH [FILE with the JSON to send].
# It fails for every status but 2xx.
api() {
  local arguments=(--fail --silent --show-error --location --proto '=https' --tlsv1.2 --retry 2 --connect-timeout 20 --max-time 300
    --request "$1" --header 'Accept: application/vnd.github+json' --header 'X-GitHub-Api-Version: 2022-11-28' --config -)
  if [ -n "${3-}" ]; then arguments+=(--header 'Content-Type: application/json' --data-binary "@$3"); fi
  printf 'header = "Authorization: Bearer %s"\n' "${TOKEN-}" |
    curl "${arguments[@]}" -- "${GITHUB_API_URL:-https://api.github.com}/$2"
}

# authorized runs git with the token for the server of the repository.
authorized() {
  GIT_TERMINAL_PROMPT=0 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.${GITHUB_SERVER_URL:-https://github.com}/.extraheader" \
    GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "${TOKEN-}" | base64 | tr -d '\n')" git "$@"
}

# notice reports a remark.
notice() {
  printf '::notice title=cortex::%s\n' "$(escaped "$1")"
}
