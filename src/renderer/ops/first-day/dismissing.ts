import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'

/** Puts the first steps away, or brings them back; the menu follows. */
export function useDismissing() {
  return useAction((is_dismissed: boolean, options) => api.company.dismissFirstDay({ is_dismissed }, options), {
    undo: (_, is_dismissed, options) => api.company.dismissFirstDay({ is_dismissed: !is_dismissed }, options),
    refresh: ['company.getFirstDay', 'people.getSidemenu'],
  })
}
