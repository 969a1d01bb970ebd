import { useQuery } from '@tanstack/react-query'
import { host } from '../../host/host.ts'

/** Which server the app uses, and whether the settings may change that. */
export function useServer() {
  return useQuery({
    queryKey: ['server-choice'],
    queryFn: async () => {
      const [choice, { isServerFixed }] = await Promise.all([host.settings.server(), host.app.info()])
      return { choice, isFixed: isServerFixed }
    },
    gcTime: 0,
  })
}
