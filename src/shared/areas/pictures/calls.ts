import { z } from 'zod'
import { get, jpeg, json, post, upload } from '../../kernel/call.ts'
import { counts, instant, page, part, picture, searchText, supplierId } from '../../kernel/shapes.ts'
import { allowed } from '../data/rights.ts'

export const pictureRow = z.object({
  picture_id: z.uuid(),
  /** Null: of the whole style. */
  color: z.string().nullable(),
  position: z.int().min(1).max(99),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  added_at: instant,
  added_by: z.string(),
})

export const picturedStyle = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  category: z.string(),
  picture,
  /** Its colours, by name, each with its own face; the whole style's is none of theirs. */
  colors: z.array(z.object({ color: z.string(), color_zh: z.string(), picture })),
  /** In the order in which they are shown: of the whole style first. */
  pictures: z.array(pictureRow),
})

export type PicturedStyle = z.output<typeof picturedStyle>

/** Where a picture is, for whoever put it there. */
const place = {
  picture_id: z.uuid(),
  style_id: z.string(),
  color: z.string().nullable(),
  color_zh: z.string().nullable(),
  position: z.int(),
}

export const pictureTabs = ['without', 'colours_without', 'all'] as const

export const picturesCalls = {
  picture: get('selvedge/pictures/{picture_id}', {
    summary: 'A picture of a style; a vendor gets those of its own styles.',
    callers: 'signed-in',
    takes: z.object({ picture_id: z.uuid(), size: z.enum(['small', 'large']).default('small') }),
    gives: jpeg((input: { picture_id: string }) => `${input.picture_id}.jpg`),
  }),
  styles: post('selvedge/pictures/styles', {
    summary: 'Styles with their pictures, and those that have none.',
    callers: allowed.manageData,
    takes: z.object({
      tab: z.enum(pictureTabs).default('all'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      style_ids: z.array(z.string().trim().min(1).max(40)).max(500).optional(),
      ...page,
      part,
    }),
    gives: json(
      z.object({ rows: z.array(picturedStyle), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  upload: upload('selvedge/pictures/upload', {
    summary:
      'A picture of a style or of one of its colours: which, its file name says (NV-1001.jpg, NV-1001_BLACK-2.jpg), unless style_id does. The same file again changes nothing.',
    callers: allowed.manageData,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({
      /** Instead of what the file's name says. */
      style_id: z.string().trim().min(1).max(40).optional(),
      /** English; with `style_id` only. Left out: of the whole style. */
      color: z.string().trim().min(1).max(80).optional(),
      /** The same of all files that were dropped together: none of them takes another's place. */
      drop_id: z.uuid().optional(),
      /** SHA-256 of the file as it was chosen, where what is sent was scaled down before. */
      source_sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    gives: json(
      z.object({
        outcome: z.enum(['added', 'replaced', 'unchanged']),
        ...place,
        /** What was in its place before. */
        replaced: picture,
      }),
    ),
  }),
  remove: post('selvedge/pictures/remove', {
    summary: 'Takes a picture off its style. It can be put back for some days.',
    callers: allowed.manageData,
    changes: true,
    takes: z.object({ picture_id: z.uuid() }),
    gives: json(z.object(place)),
  }),
  restore: post('selvedge/pictures/restore', {
    summary: 'Puts a picture back that was taken off, or that another took the place of.',
    callers: allowed.manageData,
    changes: true,
    takes: z.object({ picture_id: z.uuid() }),
    gives: json(z.object(place)),
  }),
}
