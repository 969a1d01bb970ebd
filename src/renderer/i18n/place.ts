import { createContext } from 'react'

/**
 * The row whose drawer (`<Drawer of={row}>`) or station it is: what is shown inside and names no place of its own – an outcome, an event of its history – is
 * said in that row's zone. `<RowPlace value={row}>`.
 */
export const RowPlace = createContext<unknown>(undefined)
