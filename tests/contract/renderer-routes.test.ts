import { isValidElement } from 'react'
import type { RouteObject } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/renderer/app/routes.tsx'
import { Screen, type ScreenProps } from '../../src/renderer/app/Screen.tsx'
import { opensFor, screenPaths } from '../../src/shared/areas.ts'
import { profilePaths, settingsPaths } from '../../src/shared/kernel/screens.ts'
import { builtScreens, expectedAccess } from '../support/expected-access.ts'

/** Every address with what is drawn there, however deep it lies. */
const drawn = (table: readonly RouteObject[]): RouteObject[] =>
  table.flatMap((route) => (route.children ? drawn(route.children) : [route]))

/** The guarded screen at an address; throws where something else is drawn there. */
function screenAt(path: string): ScreenProps {
  const element = drawn(routes).find((route) => route.path === path)?.element
  if (!isValidElement<ScreenProps>(element) || element.type !== Screen) throw new Error(`no screen is drawn at ${path}`)
  return element.props
}

describe('the addresses of the app', () => {
  // Would catch: a screen of the table that is drawn nowhere, or one that is drawn and stands in no menu.
  it('are the screens of the table, the pages of everybody, the ways in, and one for the rest', () => {
    const ways = ['/login', '/forgot-password', '/supply-management/login']
    const paths = drawn(routes).map(({ path }) => path)
    expect(paths.toSorted()).toEqual([...ways, ...builtScreens, ...profilePaths, ...settingsPaths, '*'].toSorted())
    expect(builtScreens.filter((path) => !screenPaths.includes(path))).toEqual([])
  })

  // Would catch: a screen drawn without its guard, or with another's.
  it.each(builtScreens)('%s is drawn for those who may open it, and to no one else', (path) => {
    expect(screenAt(path).path).toBe(path)
    const expected = expectedAccess.filter(({ opens }) => opens.includes(path))
    expect(expectedAccess.filter((person) => opensFor(person, path))).toEqual(expected)
  })

  // Would catch: two addresses that draw one screen's code, of which one was meant to be another.
  it('each have code of their own', () => {
    const bodies = builtScreens.map((path) => screenAt(path).Body)
    expect(new Set(bodies).size).toBe(bodies.length)
  })
})
