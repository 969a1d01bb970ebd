import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UpdateState } from '../../../shared/bridge.ts'
import { host } from '../../host/host.ts'

const updatesKey = ['updates']

/** How far the next version is, as the host tells it. */
export function useUpdates(): { state: UpdateState | undefined; take: (state: UpdateState) => void } {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: updatesKey,
    queryFn: () => host.app.updates(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const take = (state: UpdateState) => client.setQueryData(updatesKey, state)
  useEffect(() => host.app.onUpdate((state) => client.setQueryData(updatesKey, state)), [client])
  return { state: data, take }
}
