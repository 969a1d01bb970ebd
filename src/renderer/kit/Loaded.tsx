import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf, useSay } from '../actions/say.ts'
import { useUserId } from '../session/use-user-id.ts'
import { DrawerRecord } from './Drawer.tsx'
import { useHasDraftOf } from './drafts.ts'
import { EmptyState, FailedState, LoadingRows, NoPermissionState } from './states.tsx'

/** An answer as `useAnswer` gives it or as a query has it. */
export type Asked<D> = {
  data: D | undefined
  error: Error | null
} & ({ reload: () => unknown } | { refetch: () => unknown })

export interface LoadedProps<D> {
  answer: Asked<D>
  /** How many grey rows stand for what is to come. */
  rows?: number
  /** Text where the server does not know it. */
  missing?: string
  /** Text for an empty answer. */
  empty?: { is: (data: D) => boolean; shows: ReactNode }
  children: (data: D) => ReactNode
}

/**
 * What was asked for once it is there; until then that it loads, why it failed with a way to try again, that it is not for this
 * person, or that there is none. What was there before a failed reload stays.
 */
export function Loaded<D>({ answer, rows = 12, missing, empty, children }: LoadedProps<D>) {
  const say = useSay()
  const { data, error } = answer
  if (data !== undefined) return empty?.is(data) ? empty.shows : children(data)
  if (error === null) return <LoadingRows rows={rows} />
  const { status } = problemOf(error)
  if (status === 403) return <NoPermissionState />
  if (status === 404 && missing !== undefined) return <EmptyState title={missing} />
  const again = 'reload' in answer ? answer.reload : answer.refetch
  return <Failed text={say.problem(error)} onRetry={() => void again()} />
}

/** Of a record that was typed on also says that nothing of it is lost. */
function Failed(shown: { text: string; onRetry: () => void }) {
  const { t } = useTranslation()
  const isTyped = useHasDraftOf(useUserId(), use(DrawerRecord))
  const more = isTyped ? t('What you typed here is kept on this computer and comes back with it.') : undefined
  return <FailedState {...shown} more={more} />
}
