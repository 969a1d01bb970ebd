import { oneOfParam, textParam } from '../../table/list-params.ts'

/** What the address of the languages says. */
export const languagesParams = {
  language: textParam(),
  show: oneOfParam(['missing', 'own', 'all'], 'missing'),
  search: textParam(),
}
