import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type TraceKind, traceKinds } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { host } from '../../host/host.ts'
import type { Pictured } from '../../pictures/StylePicture.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import { store } from '../../theme/theme.tsx'

/** What the trace dialog holds: the text, what it may be, and the way through the lives that were opened. `code` is looked up at once. */
export function useTracing(code: string) {
  const input = useRef<HTMLInputElement>(null)
  const userId = useUserId()
  const [text, setText] = useState(code)
  const [settled, setSettled] = useState(code.trim())
  const isComposing = useRef(false)
  const found = useFind(settled)
  const lookUp = useLookUp()
  const trail = useTrail(input)
  const recent = settled === '' ? readRecent(userId) : []
  const hits = settled === '' ? [] : (found.data?.hits ?? [])
  const options: readonly Traced[] = settled === '' ? recent : hits
  const choice = useChoice(options.length)

  const type = (words: string) => {
    setText(words)
    trail.clear()
    choice.forget()
    if (!isComposing.current) setSettled(words.trim())
  }
  // The text is taken and marked for being overwritten before anything is awaited: the next scan never runs into this one.
  const submit = async (typed: string) => {
    input.current?.select()
    trail.clear()
    const isShown = typed === settled && found.isCurrent && found.data !== undefined
    if (typed === '' || choice.isMade || isShown) {
      const chosen = options[choice.active]
      if (chosen) trail.open(chosen)
      return
    }
    setSettled(typed)
    found.askNow(typed)
    const answer = await lookUp(typed)
    // The next scan has begun: opening would select its first letters, and the rest of them would take their place.
    if (input.current && input.current.value.trim() !== typed) return
    const exact = answer?.hits.filter((hit) => hit.is_exact) ?? []
    const only = exact.length === 1 ? exact[0] : answer?.hits.length === 1 ? answer.hits[0] : undefined
    if (only) trail.open(only)
  }
  useAtOnce(code.trim(), submit)
  const onKeyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') void submit(event.currentTarget.value.trim())
    else if (step === 0 || trail.life || options.length === 0) return
    else choice.move(step)
    event.preventDefault()
  }
  const field = {
    ref: input,
    value: text,
    onChange: ({ target }: { target: HTMLInputElement }) => type(target.value),
    onKeyDown,
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      isComposing.current = false
      type(currentTarget.value)
    },
  }
  const keep = (traced: Recent) => keepRecent(userId, traced)
  return { field, settled, found, hits, recent, options, active: choice.active, trail, keep }
}

/** The lives opened one from another; the last of them is shown. The field has the focus throughout, ready for the next scan. */
function useTrail(input: { current: HTMLInputElement | null }) {
  const [trail, setTrail] = useState<readonly Traced[]>([])
  return {
    life: trail.at(-1),
    lives: trail,
    clear: () => setTrail([]),
    open: (traced: Traced) => {
      setTrail((before) => [...before, traced])
      input.current?.focus()
      input.current?.select()
    },
    back: () => {
      setTrail((before) => before.slice(0, -1))
      input.current?.focus()
    },
  }
}

/** Where the arrows went among `count` options; the first one counts until they are used. */
function useChoice(count: number) {
  const [moved, setMoved] = useState<number | null>(null)
  const active = Math.min(moved ?? 0, Math.max(0, count - 1))
  return {
    active,
    isMade: moved !== null,
    move: (step: 1 | -1) => setMoved((active + step + count) % count),
    forget: () => setMoved(null),
  }
}

function useAtOnce(code: string, submit: (code: string) => Promise<void>): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || code === '') return
    isDone.current = true
    void submit(code)
  })
}

type Found = CallData<'trace.findTraced'>

const debounceMs = 150
/** A code traced a moment ago is asked for once. */
const freshMillis = 5_000

function request(text: string) {
  return {
    queryKey: ['trace.findTraced', { text }],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> =>
      (await api.trace.findTraced({ text }, { signal })).data,
    staleTime: freshMillis,
  }
}

/** What the text may be, asked for when typing rests; a request whose answer nobody waits for any more is cancelled. */
export function useFind(text: string) {
  const [asked, ask] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => ask(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery<Found, ApiError>({
    ...request(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  return { ...query, askNow: ask, isCurrent: asked === text && !query.isPlaceholderData }
}

/** Looks one code up at once, as a scanner wants it; only the last one asked for is answered, others give null. */
export function useLookUp(): (text: string) => Promise<Found | null> {
  const client = useQueryClient()
  const turn = useRef(0)
  return useCallback(
    async (text) => {
      turn.current += 1
      const own = turn.current
      const found = await client.fetchQuery(request(text)).catch(() => null)
      return own === turn.current ? found : null
    },
    [client],
  )
}

/** A code that was traced before. */
export type Recent = Traced & Pick<Hit, 'title'>

const MOST = 10

const keyOf = (userId: string) => `selvedge.trace.${userId}`

/** The codes that this user traced last on this machine, newest first. */
export function readRecent(userId: string): readonly Recent[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isRecent).slice(0, MOST) : []
  } catch {
    // Cut short or written by somebody else: an empty start is better than none.
    return []
  }
}

export function keepRecent(userId: string, { kind, code, title }: Recent): void {
  const others = readRecent(userId).filter((other) => other.kind !== kind || other.code !== code)
  localStorage.setItem(keyOf(userId), JSON.stringify([{ kind, code, title }, ...others].slice(0, MOST)))
}

function isRecent(saved: unknown): saved is Recent {
  if (typeof saved !== 'object' || saved === null) return false
  const { kind, code, title } = saved as Record<string, unknown>
  return (
    typeof kind === 'string' && Object.hasOwn(traceKinds, kind) && typeof code === 'string' && typeof title === 'string'
  )
}

export type Hit = CallData<'trace.findTraced'>['hits'][number]
export type History = CallData<'trace.traceLife'>
export type HistoryEvent = History['events'][number]

/** What the picture of a traced thing is of: its subtitle names the style, an order's behind the vendor, a SKU's before the colour. */
export function pictured({
  kind,
  code,
  picture,
  subtitle,
}: Pick<Hit, 'kind' | 'code' | 'picture' | 'subtitle'>): Pictured {
  const [first = '', second = ''] = subtitle.split(' · ')
  const style_name = kind === 'order' ? second : first
  return { picture, style_id: code, style_name, ...(kind === 'sku' && { color: second }) }
}

/** What leads to a history. */
export interface Traced {
  kind: TraceKind
  code: string
}

/** The code of a link from outside (`selvedge://trace/CODE`) that nobody looked up yet: it waits while somebody signs in. */
export const waitingLinkAtom = atom<string | null>(null)

/** Takes the link that started the app, and each that comes later. */
export function listenForLinks(): void {
  const take = async () => {
    const link = await host.app.takeLink()
    if (link) store.set(waitingLinkAtom, link.code)
  }
  host.app.onLink(() => void take())
  void take()
}
