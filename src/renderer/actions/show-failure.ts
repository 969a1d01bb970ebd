import type { ApiError, AskedCall } from '../api/api-error.ts'
import { showToast, type Toast, type ToastAction } from '../kit/toasts.ts'

interface Surroundings {
  t: (key: string) => string
  say: { problem: (failure: unknown) => string }
}

/** Says a failure in the reader's language. `extra` may name the toast, and give it a way on before the copy for support. */
export function showFailure(error: ApiError, { t, say }: Surroundings, extra: Partial<Toast> = {}): void {
  const actions = [...(extra.actions ?? []), ...forSupport(error.asked, t)]
  showToast({ ...extra, tone: 'error', text: say.problem(error), ...(actions.length > 0 && { actions }) })
}

/** What support needs to find the call in the server's log; none where no answer came. */
function forSupport(asked: AskedCall | null, t: Surroundings['t']): ToastAction[] {
  if (asked === null) return []
  const text = `${asked.at} ${asked.path} request ${asked.requestId}`
  return [{ label: t('Copy details'), run: () => void copy(text, t) }]
}

async function copy(text: string, t: Surroundings['t']): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'info', text: t('Details for support copied') })
  } catch {
    // The browser gives the clipboard to nobody here: it can still be read and marked by hand.
    showToast({ tone: 'info', text, stays: true })
  }
}
