import { nativeTheme } from 'electron'
import type { Say } from './words.ts'

export const startingStylePath = '/starting.css'

/** What the window shows until the server answers: main's own page, without any script or style of its own. */
export function startingPage(say: Say, problem: string | null): string {
  const title = say(problem === null ? 'Selvedge is starting …' : 'The server did not start')
  const more =
    problem === null ? '' : `<p>${escaped(problem)}</p><p>${escaped(say('It is tried again in a moment.'))}</p>`
  const head = `<meta charset="utf-8"><title>Selvedge</title><link rel="stylesheet" href="${startingStylePath}">`
  return `<!doctype html><html><head>${head}</head><body><main role="status"><h1>${escaped(title)}</h1>${more}</main></body></html>`
}

/** A file beside the page, since the content policy lets no page style itself. */
export function startingStyle(): string {
  const [paper, ink] = nativeTheme.shouldUseDarkColors ? ['#1c2127', '#f6f7f9'] : ['#f6f7f9', '#1c2127']
  return `body{margin:0;height:100vh;display:grid;place-content:center;text-align:center;background:${paper};color:${ink};font:15px system-ui,sans-serif}
h1{font-size:18px;font-weight:600}`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
