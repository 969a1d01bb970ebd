import { useMemo } from 'react'
import { useSay } from '../../../actions/say.ts'
import { useNamed } from '../../../i18n/named.ts'
import type { DoorResult } from './outcomes.ts'

/** What the server said of a scan, in the reader's language and with the names that belong to it. */
export function useResultWords(): (result: DoorResult) => string {
  const say = useSay()
  const named = useNamed()
  return useMemo(
    () =>
      ({ message, values }) => {
        const name = named(String(values.site_name ?? ''), String(values.site_name_zh ?? ''))
        return say.message(message, { ...values, site_name: name })
      },
    [say, named],
  )
}
