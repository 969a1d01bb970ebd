import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { isBoundToVendor } from '../../shared/kernel/roles.ts'
import { useAnswer } from '../actions/useRows.ts'
import { useNamed } from '../i18n/formats.ts'
import { sessionAtom } from '../session/session.ts'
import type { Choice } from '../table/list-state.ts'

/** Staff see every vendor's rows; a vendor only its own, without a column that repeats its name. */
export function useIsStaff(): boolean {
  const session = useAtomValue(sessionAtom)
  return session.state === 'signed-in' && !isBoundToVendor(session.user)
}

/** The vendors to filter by; none for a vendor. */
export function useSupplierChoices(): readonly Choice[] {
  const isStaff = useIsStaff()
  const named = useNamed()
  const { data } = useAnswer('data.getVendors', {}, { enabled: isStaff })
  return useMemo(
    () => data?.vendors.map(({ id, name, name_zh }) => ({ value: id, label: named(name, name_zh) })) ?? [],
    [data, named],
  )
}
