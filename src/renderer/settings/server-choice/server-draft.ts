import { z } from 'zod'
import type { ServerChoice, ServerTest } from '../../../shared/bridge.ts'

/** What is entered of the server before it is saved: both the choice and the address, so that going back loses nothing. */
export const serverForm = z.object({
  kind: z.enum(['company', 'embedded']),
  typed: z.string(),
  /** The test of exactly what is typed; null until it was tested. */
  test: z.custom<ServerTest>().nullable(),
})

export type ServerDraft = z.infer<typeof serverForm>

export function draftOf(choice: ServerChoice): ServerDraft {
  return { kind: choice.kind, typed: choice.kind === 'company' ? choice.url : '', test: null }
}

/** A tested address counts for what was tested only. */
export function typeAddress(draft: ServerDraft, typed: string): ServerDraft {
  return { ...draft, typed, test: typed.trim() === draft.typed.trim() ? draft.test : null }
}

/** What would be saved; null while the company's address is not known to answer. */
export function choiceOf({ kind, test }: ServerDraft): ServerChoice | null {
  if (kind === 'embedded') return { kind }
  return test?.answers ? { kind, url: test.url } : null
}

export function isSameServer(one: ServerChoice, other: ServerChoice): boolean {
  if (one.kind === 'embedded' || other.kind === 'embedded') return one.kind === other.kind
  return one.url === other.url
}

/** A draft that was kept, if it is one. */
export function isServerDraft(saved: unknown): saved is ServerDraft {
  if (typeof saved !== 'object' || saved === null || !('kind' in saved) || !('typed' in saved)) return false
  return (saved.kind === 'embedded' || saved.kind === 'company') && typeof saved.typed === 'string'
}
