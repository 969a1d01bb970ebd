import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useUserId } from '../../table/use-user-id.ts'
import type { Traced } from './kinds.ts'
import { keepRecent, type Recent, readRecent } from './recent.ts'
import { useFind, useLookUp } from './use-find.ts'

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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
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
