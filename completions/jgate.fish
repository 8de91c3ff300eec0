# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_jgate_global_optspecs
    string join \n s/schema= r/rules= fact= facts= from= format= o/output= report= q/quiet lines field= rejects= jobs= fail-fast choice= slice= pick= now= approve= schema-root= max-bytes= max-depth= max-findings= max-steps= mask trace color= h/help V/version
end

function __fish_jgate_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_jgate_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_jgate_using_subcommand
    set -l cmd (__fish_jgate_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c jgate -n "__fish_jgate_needs_command" -s s -l schema -d 'The JSON Schema that the value must satisfy' -r -F
complete -c jgate -n "__fish_jgate_needs_command" -s r -l rules -d 'The rules: what must be true, what is allowed' -r -F
complete -c jgate -n "__fish_jgate_needs_command" -l fact -d 'What the rules may know besides the value' -r
complete -c jgate -n "__fish_jgate_needs_command" -l facts -d 'A JSON file with facts; `--fact` wins' -r -F
complete -c jgate -n "__fish_jgate_needs_command" -l from -d 'The provider\'s format' -r -f -a "text\t'The reply itself, as it stands'
auto\t'A response, if it plainly is one, else the reply itself'
openai-chat\t'OpenAI Chat Completions (/v1/chat/completions); Azure, Mistral, Groq, OpenRouter, DeepSeek, LiteLLM, vLLM, llama.cpp, Ollama'
openai-responses\t'OpenAI Responses; Azure'
anthropic\t'Anthropic Messages; the same models on Vertex AI and Bedrock\'s InvokeModel'
gemini\t'Google Gemini generateContent, also on Vertex AI'
ollama\t'Ollama /api/chat and /api/generate'
bedrock\t'Amazon Bedrock Converse'
cohere\t'Cohere Chat v2'"
complete -c jgate -n "__fish_jgate_needs_command" -l format -d 'What standard output carries' -r -f -a "compact\t'The value on one line, its tokens untouched (the default)'
pretty\t'The value over several lines'
raw\t'The value as it stood in the reply'
verdict\t'The verdict, a JSON object on one line, also for a refusal'
record\t'The record on one line, with the value in the place that `--field` names'"
complete -c jgate -n "__fish_jgate_needs_command" -s o -l output -d 'Write to this file, whole and only if accepted' -r -F
complete -c jgate -n "__fish_jgate_needs_command" -l report -d 'How it is told' -r -f -a "human\t'For a person: the reply with every finding marked at its place'
short\t'One line a finding, its place first, as compilers write it'
json\t'The whole verdict as one line of JSON'
model\t'For the model that wrote the reply: what to mend, in plain words'
github\t'Annotations for GitHub Actions'"
complete -c jgate -n "__fish_jgate_needs_command" -l field -d 'The place of the reply in a JSON record: /reply/text' -r
complete -c jgate -n "__fish_jgate_needs_command" -l rejects -d 'Write the verdicts on refused lines to this file' -r -F
complete -c jgate -n "__fish_jgate_needs_command" -l jobs -d 'Workers that judge lines [default: the cores]' -r
complete -c jgate -n "__fish_jgate_needs_command" -l choice -d 'Which of a response\'s several choices, from 0' -r
complete -c jgate -n "__fish_jgate_needs_command" -l slice -d 'Where the JSON is looked for' -r -f -a "whole\t'The whole text is the JSON'
fence\t'The whole text, or a code fence'
loose\t'Also in prose'"
complete -c jgate -n "__fish_jgate_needs_command" -l pick -d 'What settles several different candidates' -r -f -a "only\t'Nothing: they are refused'
first\t'The first in the text'
last\t'The last in the text'
schema\t'The only one that satisfies the schema'"
complete -c jgate -n "__fish_jgate_needs_command" -l now -d 'The clock for rules that use `now`, as 2025-03-01T09:00:00Z [default: this moment]' -r
complete -c jgate -n "__fish_jgate_needs_command" -l approve -d 'A person\'s yes to exactly one content, by the key that was told with it' -r
complete -c jgate -n "__fish_jgate_needs_command" -l schema-root -d 'The folder below which `$ref` may read [default: the schema\'s own]' -r -F
complete -c jgate -n "__fish_jgate_needs_command" -l max-bytes -d 'The largest reply, in bytes; K, M and G are powers of 1024' -r
complete -c jgate -n "__fish_jgate_needs_command" -l max-depth -d 'How many containers may nest, at most 1024' -r
complete -c jgate -n "__fish_jgate_needs_command" -l max-findings -d 'How many findings a report tells' -r
complete -c jgate -n "__fish_jgate_needs_command" -l max-steps -d 'How many steps an expression of the rules may take' -r
complete -c jgate -n "__fish_jgate_needs_command" -l color -d 'When reports are coloured' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c jgate -n "__fish_jgate_needs_command" -s q -l quiet -d 'Nothing on standard error'
complete -c jgate -n "__fish_jgate_needs_command" -l lines -d 'Each line of the input is a reply'
complete -c jgate -n "__fish_jgate_needs_command" -l fail-fast -d 'End with the first refused line'
complete -c jgate -n "__fish_jgate_needs_command" -l mask -d 'Show no value from the reply in any report: keys and places only'
complete -c jgate -n "__fish_jgate_needs_command" -l trace -d 'Tell each step and candidate, and why it was taken or not'
complete -c jgate -n "__fish_jgate_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c jgate -n "__fish_jgate_needs_command" -s V -l version -d 'Print version'
complete -c jgate -n "__fish_jgate_needs_command" -a "check" -d 'Judge a reply: text in, clean JSON out (the default command)'
complete -c jgate -n "__fish_jgate_needs_command" -a "explain" -d 'Tell what an exit code means and what to do about it'
complete -c jgate -n "__fish_jgate_needs_command" -a "schema" -d 'List or print the schemas and rule files that come with jgate'
complete -c jgate -n "__fish_jgate_needs_command" -a "completions" -d 'Print the completions for a shell'
complete -c jgate -n "__fish_jgate_needs_command" -a "man" -d 'Print the manual page (`jgate man | man -l -`)'
complete -c jgate -n "__fish_jgate_using_subcommand check" -s s -l schema -d 'The JSON Schema that the value must satisfy' -r -F
complete -c jgate -n "__fish_jgate_using_subcommand check" -s r -l rules -d 'The rules: what must be true, what is allowed' -r -F
complete -c jgate -n "__fish_jgate_using_subcommand check" -l fact -d 'What the rules may know besides the value' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l facts -d 'A JSON file with facts; `--fact` wins' -r -F
complete -c jgate -n "__fish_jgate_using_subcommand check" -l from -d 'The provider\'s format' -r -f -a "text\t'The reply itself, as it stands'
auto\t'A response, if it plainly is one, else the reply itself'
openai-chat\t'OpenAI Chat Completions (/v1/chat/completions); Azure, Mistral, Groq, OpenRouter, DeepSeek, LiteLLM, vLLM, llama.cpp, Ollama'
openai-responses\t'OpenAI Responses; Azure'
anthropic\t'Anthropic Messages; the same models on Vertex AI and Bedrock\'s InvokeModel'
gemini\t'Google Gemini generateContent, also on Vertex AI'
ollama\t'Ollama /api/chat and /api/generate'
bedrock\t'Amazon Bedrock Converse'
cohere\t'Cohere Chat v2'"
complete -c jgate -n "__fish_jgate_using_subcommand check" -l format -d 'What standard output carries' -r -f -a "compact\t'The value on one line, its tokens untouched (the default)'
pretty\t'The value over several lines'
raw\t'The value as it stood in the reply'
verdict\t'The verdict, a JSON object on one line, also for a refusal'
record\t'The record on one line, with the value in the place that `--field` names'"
complete -c jgate -n "__fish_jgate_using_subcommand check" -s o -l output -d 'Write to this file, whole and only if accepted' -r -F
complete -c jgate -n "__fish_jgate_using_subcommand check" -l report -d 'How it is told' -r -f -a "human\t'For a person: the reply with every finding marked at its place'
short\t'One line a finding, its place first, as compilers write it'
json\t'The whole verdict as one line of JSON'
model\t'For the model that wrote the reply: what to mend, in plain words'
github\t'Annotations for GitHub Actions'"
complete -c jgate -n "__fish_jgate_using_subcommand check" -l field -d 'The place of the reply in a JSON record: /reply/text' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l rejects -d 'Write the verdicts on refused lines to this file' -r -F
complete -c jgate -n "__fish_jgate_using_subcommand check" -l jobs -d 'Workers that judge lines [default: the cores]' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l choice -d 'Which of a response\'s several choices, from 0' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l slice -d 'Where the JSON is looked for' -r -f -a "whole\t'The whole text is the JSON'
fence\t'The whole text, or a code fence'
loose\t'Also in prose'"
complete -c jgate -n "__fish_jgate_using_subcommand check" -l pick -d 'What settles several different candidates' -r -f -a "only\t'Nothing: they are refused'
first\t'The first in the text'
last\t'The last in the text'
schema\t'The only one that satisfies the schema'"
complete -c jgate -n "__fish_jgate_using_subcommand check" -l now -d 'The clock for rules that use `now`, as 2025-03-01T09:00:00Z [default: this moment]' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l approve -d 'A person\'s yes to exactly one content, by the key that was told with it' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l schema-root -d 'The folder below which `$ref` may read [default: the schema\'s own]' -r -F
complete -c jgate -n "__fish_jgate_using_subcommand check" -l max-bytes -d 'The largest reply, in bytes; K, M and G are powers of 1024' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l max-depth -d 'How many containers may nest, at most 1024' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l max-findings -d 'How many findings a report tells' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l max-steps -d 'How many steps an expression of the rules may take' -r
complete -c jgate -n "__fish_jgate_using_subcommand check" -l color -d 'When reports are coloured' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c jgate -n "__fish_jgate_using_subcommand check" -s q -l quiet -d 'Nothing on standard error'
complete -c jgate -n "__fish_jgate_using_subcommand check" -l lines -d 'Each line of the input is a reply'
complete -c jgate -n "__fish_jgate_using_subcommand check" -l fail-fast -d 'End with the first refused line'
complete -c jgate -n "__fish_jgate_using_subcommand check" -l mask -d 'Show no value from the reply in any report: keys and places only'
complete -c jgate -n "__fish_jgate_using_subcommand check" -l trace -d 'Tell each step and candidate, and why it was taken or not'
complete -c jgate -n "__fish_jgate_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c jgate -n "__fish_jgate_using_subcommand explain" -l recovery -d 'Print one word, what a caller may do: reask, retry, approve, `fix_setup` or stop' -r
complete -c jgate -n "__fish_jgate_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c jgate -n "__fish_jgate_using_subcommand schema" -s h -l help -d 'Print help'
complete -c jgate -n "__fish_jgate_using_subcommand completions" -s h -l help -d 'Print help'
complete -c jgate -n "__fish_jgate_using_subcommand man" -s h -l help -d 'Print help'
