
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'jgate' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'jgate'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'jgate' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'The JSON Schema that the value must satisfy')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'The JSON Schema that the value must satisfy')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'The rules: what must be true, what is allowed')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules: what must be true, what is allowed')
            [CompletionResult]::new('--fact', '--fact', [CompletionResultType]::ParameterName, 'What the rules may know besides the value')
            [CompletionResult]::new('--facts', '--facts', [CompletionResultType]::ParameterName, 'A JSON file with facts; `--fact` wins')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'The provider''s format')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What standard output carries')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to this file, whole and only if accepted')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file, whole and only if accepted')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'How it is told')
            [CompletionResult]::new('--field', '--field', [CompletionResultType]::ParameterName, 'The place of the reply in a JSON record: /reply/text')
            [CompletionResult]::new('--rejects', '--rejects', [CompletionResultType]::ParameterName, 'Write the verdicts on refused lines to this file')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Workers that judge lines [default: the cores]')
            [CompletionResult]::new('--choice', '--choice', [CompletionResultType]::ParameterName, 'Which of a response''s several choices, from 0')
            [CompletionResult]::new('--slice', '--slice', [CompletionResultType]::ParameterName, 'Where the JSON is looked for')
            [CompletionResult]::new('--pick', '--pick', [CompletionResultType]::ParameterName, 'What settles several different candidates')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The clock for rules that use `now`, as 2025-03-01T09:00:00Z [default: this moment]')
            [CompletionResult]::new('--approve', '--approve', [CompletionResultType]::ParameterName, 'A person''s yes to exactly one content, by the key that was told with it')
            [CompletionResult]::new('--schema-root', '--schema-root', [CompletionResultType]::ParameterName, 'The folder below which `$ref` may read [default: the schema''s own]')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'The largest reply, in bytes; K, M and G are powers of 1024')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'How many containers may nest, at most 1024')
            [CompletionResult]::new('--max-findings', '--max-findings', [CompletionResultType]::ParameterName, 'How many findings a report tells')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many steps an expression of the rules may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When reports are coloured')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Nothing on standard error')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Nothing on standard error')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Each line of the input is a reply')
            [CompletionResult]::new('--fail-fast', '--fail-fast', [CompletionResultType]::ParameterName, 'End with the first refused line')
            [CompletionResult]::new('--mask', '--mask', [CompletionResultType]::ParameterName, 'Show no value from the reply in any report: keys and places only')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Tell each step and candidate, and why it was taken or not')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Judge a reply: text in, clean JSON out (the default command)')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Tell what an exit code means and what to do about it')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'List or print the schemas and rule files that come with jgate')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completions for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page (`jgate man | man -l -`)')
            break
        }
        'jgate;check' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'The JSON Schema that the value must satisfy')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'The JSON Schema that the value must satisfy')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'The rules: what must be true, what is allowed')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules: what must be true, what is allowed')
            [CompletionResult]::new('--fact', '--fact', [CompletionResultType]::ParameterName, 'What the rules may know besides the value')
            [CompletionResult]::new('--facts', '--facts', [CompletionResultType]::ParameterName, 'A JSON file with facts; `--fact` wins')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'The provider''s format')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What standard output carries')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to this file, whole and only if accepted')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file, whole and only if accepted')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'How it is told')
            [CompletionResult]::new('--field', '--field', [CompletionResultType]::ParameterName, 'The place of the reply in a JSON record: /reply/text')
            [CompletionResult]::new('--rejects', '--rejects', [CompletionResultType]::ParameterName, 'Write the verdicts on refused lines to this file')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Workers that judge lines [default: the cores]')
            [CompletionResult]::new('--choice', '--choice', [CompletionResultType]::ParameterName, 'Which of a response''s several choices, from 0')
            [CompletionResult]::new('--slice', '--slice', [CompletionResultType]::ParameterName, 'Where the JSON is looked for')
            [CompletionResult]::new('--pick', '--pick', [CompletionResultType]::ParameterName, 'What settles several different candidates')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The clock for rules that use `now`, as 2025-03-01T09:00:00Z [default: this moment]')
            [CompletionResult]::new('--approve', '--approve', [CompletionResultType]::ParameterName, 'A person''s yes to exactly one content, by the key that was told with it')
            [CompletionResult]::new('--schema-root', '--schema-root', [CompletionResultType]::ParameterName, 'The folder below which `$ref` may read [default: the schema''s own]')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'The largest reply, in bytes; K, M and G are powers of 1024')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'How many containers may nest, at most 1024')
            [CompletionResult]::new('--max-findings', '--max-findings', [CompletionResultType]::ParameterName, 'How many findings a report tells')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many steps an expression of the rules may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When reports are coloured')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Nothing on standard error')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Nothing on standard error')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Each line of the input is a reply')
            [CompletionResult]::new('--fail-fast', '--fail-fast', [CompletionResultType]::ParameterName, 'End with the first refused line')
            [CompletionResult]::new('--mask', '--mask', [CompletionResultType]::ParameterName, 'Show no value from the reply in any report: keys and places only')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Tell each step and candidate, and why it was taken or not')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jgate;explain' {
            [CompletionResult]::new('--recovery', '--recovery', [CompletionResultType]::ParameterName, 'Print one word, what a caller may do: reask, retry, approve, `fix_setup` or stop')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jgate;schema' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'jgate;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'jgate;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
