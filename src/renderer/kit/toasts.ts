/** Short messages at the edge of the page. Anything may show one; `Toasts` in the frame draws them. */
export interface Toast {
  id: string
  tone: 'success' | 'error' | 'info' | 'working'
  text: string
  /** A second, quieter line. */
  more?: string
  /** 0 to 1; null while nobody knows. */
  progress?: number | null
  actions?: readonly ToastAction[]
  /** Stays until it is closed or replaced. */
  stays?: boolean
  /** How long it stays, where what it says has a time of its own. */
  millis?: number
}

export interface ToastAction {
  label: string
  run: () => void
}

let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let count = 0

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** How long a toast stays: long enough to read and to reach its button. */
export function toastMillis({ tone, actions }: Pick<Toast, 'tone' | 'actions'>): number {
  if (actions?.length) return 10_000
  return tone === 'error' ? 9_000 : 4_500
}

/** Shows a toast, or changes the one with the same id. Gives its id. */
export function showToast(toast: Omit<Toast, 'id'> & { id?: string }): string {
  const id = toast.id ?? `toast-${++count}`
  const next: Toast = { ...toast, id }
  const known = toasts.some((other) => other.id === id)
  change(known ? toasts.map((other) => (other.id === id ? next : other)) : [...toasts.slice(-4), next])
  restartTimer(next)
  return id
}

export function closeToast(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
}

/** While the pointer or the focus is on a toast it does not run away. */
export function holdToast(id: string): void {
  clearTimeout(timers.get(id))
}

export function releaseToast(id: string): void {
  const toast = toasts.find((other) => other.id === id)
  if (toast) restartTimer(toast)
}

function restartTimer(toast: Toast): void {
  clearTimeout(timers.get(toast.id))
  if (toast.stays || toast.tone === 'working') return
  timers.set(
    toast.id,
    setTimeout(() => closeToast(toast.id), toast.millis ?? toastMillis(toast)),
  )
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
