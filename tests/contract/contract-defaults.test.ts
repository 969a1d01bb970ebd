import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/shared/areas.ts'

/** Paths of fields that may be left out and are filled in all the same. */
function filledIn(type: unknown, path: string): string[] {
  if (type instanceof z.ZodOptional) {
    const inner = type.unwrap()
    return inner instanceof z.ZodDefault ? [path] : filledIn(inner, path)
  }
  if (type instanceof z.ZodNullable || type instanceof z.ZodDefault) return filledIn(type.unwrap(), path)
  if (type instanceof z.ZodArray) return filledIn(type.element, `${path}[]`)
  if (type instanceof z.ZodObject)
    return Object.entries(type.shape).flatMap(([name, field]) => filledIn(field, `${path}.${name}`))
  return []
}

// Would catch: a change that names one field and wipes another, since leaving it out stands for '' (a gate pass's purpose and remark).
test('no call fills in what its caller may leave as it is', () => {
  const calls = Object.entries(contract).flatMap(([area, of]) =>
    Object.entries(of).map(([name, call]) => [`${area}.${name}`, call.takes] as const),
  )
  expect(calls.length).toBeGreaterThan(300)
  expect(calls.flatMap(([name, takes]) => filledIn(takes, name))).toEqual([])
})
