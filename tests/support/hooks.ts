import { setTimeout as sleep } from 'node:timers/promises'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

export interface Driven<P, T> {
  /** What the hook gave last. */
  readonly now: T
  /** Draws anew with these. */
  draw(props: P): void
  /** Something that changes state; also what it leads to later. */
  go(work: (now: T) => unknown): Promise<void>
  end(): void
}

/** Drives a hook without a page: effects run, nothing is drawn. Puts up the few globals that React and the hooks ask for. */
export function driveHook<P, T>(use: (props: P) => T, props: P): Driven<P, T> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let now: { value: T } | undefined
  const give = (given: P) => {
    now = { value: use(given) }
  }
  const root = createRoot(emptyPage())
  const client = new QueryClient()
  const draw = (given: P) => {
    const probe = createElement(Probe, { run: () => give(given) })
    act(() => root.render(createElement(QueryClientProvider, { client }, probe)))
  }
  const driven = () => {
    if (!now) throw new Error('the hook was not drawn')
    return now.value
  }
  draw(props)
  return {
    get now() {
      return driven()
    },
    draw,
    go: (work) =>
      act(async () => {
        await work(driven())
        await sleep(0)
      }),
    end: () => act(() => root.unmount()),
  }
}

function Probe({ run }: { run: () => void }) {
  run()
  return null
}

/** As much of a page as a root needs that draws nothing. */
function emptyPage(): HTMLElement {
  const deaf = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const document = { ...deaf, nodeType: 9, activeElement: null, title: '', documentElement: {} }
  const window = { ...deaf, document, HTMLIFrameElement: class {}, event: undefined }
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  const place = { ...deaf, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', textContent: '', ownerDocument: document }
  return place as unknown as HTMLElement
}
