// What a Node program does in jgate's place: reads JSON on stdin, prints what is right.
//
//     loop.cjs lines SCHEMA     a value a line, by ajv
//     loop.cjs one SCHEMA       one value, by ajv
//     loop.cjs replies          {"text": a reply} a line, by jsonrepair
const fs = require('fs')
const readline = require('readline')

const [, , work, schema] = process.argv
const pending = []

function print(value) {
  pending.push(JSON.stringify(value))
  if (pending.length > 2000) flush()
}

function flush() {
  if (pending.length) process.stdout.write(pending.join('\n') + '\n')
  pending.length = 0
}

function validator() {
  const Ajv = require('ajv/dist/2020').default
  const ajv = new Ajv({ strict: false })
  require('ajv-formats').default(ajv)
  return ajv.compile(JSON.parse(fs.readFileSync(schema, 'utf8')))
}

function eachLine(judge) {
  const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity })
  lines.on('line', judge)
  lines.on('close', flush)
}

if (work === 'lines') {
  const isValid = validator()
  eachLine(line => {
    const value = JSON.parse(line)
    if (isValid(value)) print(value)
  })
} else if (work === 'one') {
  const isValid = validator()
  const value = JSON.parse(fs.readFileSync(0, 'utf8'))
  if (!isValid(value)) process.exit(1)
  print(value)
  flush()
} else {
  const { jsonrepair } = require('jsonrepair')
  eachLine(line => {
    let value
    try {
      value = JSON.parse(jsonrepair(JSON.parse(line).text))
    } catch {
      return
    }
    if (value && typeof value === 'object' && !Array.isArray(value)) print(value)
  })
}
