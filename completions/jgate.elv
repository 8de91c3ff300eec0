
use builtin;
use str;

set edit:completion:arg-completer[jgate] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'jgate'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'jgate'= {
            cand -s 'The JSON Schema that the value must satisfy'
            cand --schema 'The JSON Schema that the value must satisfy'
            cand -r 'The rules: what must be true, what is allowed'
            cand --rules 'The rules: what must be true, what is allowed'
            cand --fact 'What the rules may know besides the value'
            cand --facts 'A JSON file with facts; `--fact` wins'
            cand --from 'The provider''s format'
            cand --format 'What standard output carries'
            cand -o 'Write to this file, whole and only if accepted'
            cand --output 'Write to this file, whole and only if accepted'
            cand --report 'How it is told'
            cand --field 'The place of the reply in a JSON record: /reply/text'
            cand --rejects 'Write the verdicts on refused lines to this file'
            cand --jobs 'Workers that judge lines [default: the cores]'
            cand --choice 'Which of a response''s several choices, from 0'
            cand --slice 'Where the JSON is looked for'
            cand --pick 'What settles several different candidates'
            cand --now 'The clock for rules that use `now`, as 2025-03-01T09:00:00Z [default: this moment]'
            cand --approve 'A person''s yes to exactly one content, by the key that was told with it'
            cand --schema-root 'The folder below which `$ref` may read [default: the schema''s own]'
            cand --max-bytes 'The largest reply, in bytes; K, M and G are powers of 1024'
            cand --max-depth 'How many containers may nest, at most 1024'
            cand --max-findings 'How many findings a report tells'
            cand --max-steps 'How many steps an expression of the rules may take'
            cand --color 'When reports are coloured'
            cand -q 'Nothing on standard error'
            cand --quiet 'Nothing on standard error'
            cand --lines 'Each line of the input is a reply'
            cand --fail-fast 'End with the first refused line'
            cand --mask 'Show no value from the reply in any report: keys and places only'
            cand --trace 'Tell each step and candidate, and why it was taken or not'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand check 'Judge a reply: text in, clean JSON out (the default command)'
            cand explain 'Tell what an exit code means and what to do about it'
            cand schema 'List or print the schemas and rule files that come with jgate'
            cand completions 'Print the completions for a shell'
            cand man 'Print the manual page (`jgate man | man -l -`)'
        }
        &'jgate;check'= {
            cand -s 'The JSON Schema that the value must satisfy'
            cand --schema 'The JSON Schema that the value must satisfy'
            cand -r 'The rules: what must be true, what is allowed'
            cand --rules 'The rules: what must be true, what is allowed'
            cand --fact 'What the rules may know besides the value'
            cand --facts 'A JSON file with facts; `--fact` wins'
            cand --from 'The provider''s format'
            cand --format 'What standard output carries'
            cand -o 'Write to this file, whole and only if accepted'
            cand --output 'Write to this file, whole and only if accepted'
            cand --report 'How it is told'
            cand --field 'The place of the reply in a JSON record: /reply/text'
            cand --rejects 'Write the verdicts on refused lines to this file'
            cand --jobs 'Workers that judge lines [default: the cores]'
            cand --choice 'Which of a response''s several choices, from 0'
            cand --slice 'Where the JSON is looked for'
            cand --pick 'What settles several different candidates'
            cand --now 'The clock for rules that use `now`, as 2025-03-01T09:00:00Z [default: this moment]'
            cand --approve 'A person''s yes to exactly one content, by the key that was told with it'
            cand --schema-root 'The folder below which `$ref` may read [default: the schema''s own]'
            cand --max-bytes 'The largest reply, in bytes; K, M and G are powers of 1024'
            cand --max-depth 'How many containers may nest, at most 1024'
            cand --max-findings 'How many findings a report tells'
            cand --max-steps 'How many steps an expression of the rules may take'
            cand --color 'When reports are coloured'
            cand -q 'Nothing on standard error'
            cand --quiet 'Nothing on standard error'
            cand --lines 'Each line of the input is a reply'
            cand --fail-fast 'End with the first refused line'
            cand --mask 'Show no value from the reply in any report: keys and places only'
            cand --trace 'Tell each step and candidate, and why it was taken or not'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'jgate;explain'= {
            cand --recovery 'Print one word, what a caller may do: reask, retry, approve, `fix_setup` or stop'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'jgate;schema'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'jgate;completions'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'jgate;man'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
    ]
    $completions[$command]
}
