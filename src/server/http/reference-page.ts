import { createHash } from 'node:crypto'
import { type Area, type Call, givesEvents, givesFile } from '../../shared/contract/grammar.ts'

/** A page for people: every call with who may make it, what it takes and gives. No script: it reads under the strictest policy. */
export function referencePage(contract: Record<string, Area>): string {
  const areas = Object.entries(contract)
  const links = areas.map(([name]) => `<a href="#${name}">${name}</a>`).join(' · ')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Selvedge API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><h1>Selvedge API</h1>
<p>Replies are <code>{message, data}</code>, errors <code>{message, code, details}</code>. Send the token as
<code>Authorization: Bearer …</code>. The machine's version of this page is <a href="/openapi.json">openapi.json</a>.</p>
<nav>${links}</nav>
${areas.map(([name, area]) => areaSection(name, area)).join('\n')}
</body></html>`
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
article { border-top: 1px solid #8886; padding: .6rem 0 }
h3 { font: 600 1rem ui-monospace, monospace; margin: .4rem 0; overflow-wrap: anywhere }
p { margin: .2rem 0 } pre { overflow: auto; background: #8882; padding: .6rem; border-radius: 4px; font-size: 13px }
dt { font-weight: 600 } dd { margin: 0 0 .3rem }`

/** The page's own policy: its one style, known by its hash, and nothing else. */
export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function areaSection(name: string, area: Area): string {
  const calls = Object.entries(area).map(([key, call]) => callSection(`${name}.${key}`, call))
  return `<section id="${name}"><h2>${name}</h2>${calls.join('\n')}</section>`
}

function callSection(id: string, call: Call): string {
  const callers = typeof call.callers === 'string' ? call.callers : call.callers.join(', ')
  const marks = call.changes ? '<dt>Takes an Idempotency-Key</dt><dd>and is audited</dd>' : ''
  return `<article id="${id}"><h3>${call.method} /${inHtml(call.path)}</h3>
<p>${inHtml(call.summary)}</p>
<dl><dt>Callers</dt><dd>${inHtml(callers)}</dd>${marks}<dt>Gives</dt><dd>${gives(call)}</dd></dl>
<details><summary>Takes${call.takesFile ? ` a form with a file (${call.takesFile.accept.join(', ')}) and` : ''}</summary>
<pre>${inHtml(fieldsOf(call))}</pre></details></article>`
}

function gives(call: Call): string {
  if (givesEvents(call)) return 'server-sent events'
  if (!givesFile(call)) return 'JSON'
  const types = call.gives.types.join(' or ')
  return inHtml(typeof call.gives.name === 'string' ? `${types}, ${call.gives.name}` : types)
}

function fieldsOf(call: Call): string {
  const names = Object.entries(call.takes.shape)
  if (names.length === 0) return 'nothing'
  return names.map(([name, field]) => `${name}${field.safeParse(undefined).success ? '?' : ''}`).join('\n')
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
