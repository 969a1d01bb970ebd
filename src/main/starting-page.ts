import { nativeTheme } from 'electron'
import type { Say } from './words.ts'

/** What the window shows until the server answers: main's own page, without any script. */
export function startingPage(say: Say, problem: string | null): string {
  const title = say(problem === null ? 'Selvedge is starting …' : 'The server did not start')
  const more =
    problem === null ? '' : `<p>${escaped(problem)}</p><p>${escaped(say('It is tried again in a moment.'))}</p>`
  const [paper, ink] = nativeTheme.shouldUseDarkColors ? ['#1c2127', '#f6f7f9'] : ['#f6f7f9', '#1c2127']
  const style = `margin:0;height:100vh;display:grid;place-content:center;text-align:center;background:${paper};color:${ink};font:15px system-ui,sans-serif`
  return `<!doctype html><html><head><meta charset="utf-8"><title>Selvedge</title></head><body style="${style}"><main role="status"><h1 style="font-size:18px;font-weight:600">${escaped(title)}</h1>${more}</main></body></html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
