import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { get, jpeg, json, post, upload } from '../../kernel/call.ts'
import { severities } from '../../kernel/reasons.ts'
import { eitherOf } from '../../kernel/rights.ts'
import { reason } from '../../kernel/shapes.ts'
import { allowed as india } from '../india-qc/rights.ts'
import { allowed } from '../returns/rights.ts'

/** Who sees what became of boxes, in either country. */
const seesPhotos = eitherOf(allowed.chinaQcOutcome, india.indiaReceive)

export const photosCalls = {
  qcImage: get('selvedge/qc/images/{image_id}', {
    summary: 'A photograph of an inspection; a vendor gets those of its own boxes.',
    callers: seesPhotos,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
  uploadReviewImage: upload('v1/erp/qc/upload-review-image', {
    summary: 'A photograph for an inspection. Kept turned upright, scaled down, without place and camera.',
    callers: allowed.chinaQc,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({
      /** How it came to be; `drawn` is a photograph that somebody marked. */
      made_by: z.enum(['file', 'camera', 'drawn']).default('file'),
    }),
    gives: json(z.object({ image_id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })),
  }),
  getReviewCommentMeta: post('v1/erp/qc/get-review-comment-meta', {
    summary: 'The reasons of a refusal with the severity that they usually have.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({}),
    gives: json(
      z.object({
        reasons: z.array(z.object({ reason, reason_zh: z.string(), severity: z.enum(severities) })),
        severities: z.array(z.object({ severity: z.enum(severities), severity_zh: z.string() })),
      }),
    ),
  }),
}

export const photosArea = area({
  calls: photosCalls,
})
