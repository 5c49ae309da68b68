/**
 * The scripts with which each shell completes `zebin`. A script passes the words as they were typed, each one quoted, and never evaluates
 * them: a `$(command)` on the line stays text. What is offered is quoted before it is inserted into the line, since kernel names come from
 * files.
 *
 * The question is `zebin complete -- WORD...`, of which the last word is the one at the cursor. The first line of the answer says what else
 * may be there (`files`, `folders` or `nothing`); each further line is a word, a tab, and what it means.
 */

/**
 * Words are broken at `=` and `:` by bash, which replaces only what follows them. In a word with quotes only file names are offered:
 * bash does that itself. No package is needed, and bash 3.2 can read it.
 */
const BASH = `# bash completion for zebin
_zebin_complete() {
  local i piece='' glue='' prefix line also='' n=0
  local -a words
  words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    piece=\${COMP_WORDS[i]}
    case $piece in
      *[!=:]* | '') if [[ $n -gt 0 && -n $glue ]]; then words[n-1]+=$piece; else words[n++]=$piece; fi; glue='' ;;
      *) if [[ $n -gt 0 ]]; then words[n-1]+=$piece; else words[n++]=$piece; fi; glue=1 ;;
    esac
  done
  COMPREPLY=()
  [[ $n -gt 0 ]] || return 0
  case \${words[n-1]} in *[\\"\\'\\\\\\$\\\`]*) return 0 ;; esac
  if [[ -n $glue ]]; then prefix=\${words[n-1]}; else prefix=\${words[n-1]%"$piece"}; fi
  while IFS= read -r line; do
    if [[ -z $also ]]; then also=$line; continue; fi
    line=\${line%%$'\\t'*}
    printf -v line '%q' "\${line#"$prefix"}"
    COMPREPLY+=("$line")
  done < <(command zebin complete -- "\${words[@]}" 2>/dev/null </dev/null)
  case $also in
    folders) compopt +o default -o dirnames 2>/dev/null ;;
    nothing) compopt +o default 2>/dev/null ;;
  esac
  return 0
}
complete -o default -F _zebin_complete zebin
`;

const ZSH = `#compdef zebin
_zebin() {
  local line also name
  local -a lines offered
  lines=("\${(@f)$(command zebin complete -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null </dev/null)}")
  also=$lines[1]
  for line in "\${(@)lines[2,-1]}"; do
    name=\${line%%$'\\t'*}
    offered+=("\${\${name//\\\\/\\\\\\\\}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( $#offered )) && _describe -V zebin offered
  case $also in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _zebin ]]; then
  _zebin "$@"
else
  compdef _zebin zebin
fi
`;

const FISH = `# fish completion for zebin
function __zebin_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    test (count $current) -eq 0; and set current ''
    set -l lines (command zebin complete -- $words $current 2>/dev/null </dev/null)
    test (count $lines) -gt 1; and printf '%s\\n' $lines[2..-1]
    switch "$lines[1]"
        case files
            __fish_complete_path $current
        case folders
            __fish_complete_directories $current
    end
end
complete -c zebin -f -a '(__zebin_complete)'
`;

/** PowerShell offers file names by itself if nothing else is offered. Some versions drop empty words: \`""\` stands for one. */
const POWERSHELL = `# PowerShell completion for zebin
Register-ArgumentCompleter -Native -CommandName zebin -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  $words = @($before | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $current = if ($wordToComplete -eq '') { '""' } else { $wordToComplete }
  @(& zebin complete '--' @words $current 2>$null) | Select-Object -Skip 1 | ForEach-Object {
    $name, $summary = $_ -split "\`t", 2
    $text = if ($name -match '^[\\w./:=+-]+$') { $name } else { "'" + $name.Replace("'", "''") + "'" }
    $tip = if ($summary) { $summary } else { $name }
    [System.Management.Automation.CompletionResult]::new($text, $name, 'ParameterValue', $tip)
  }
}
`;

export const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };
