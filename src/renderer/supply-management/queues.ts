import { stageQueue } from './production/stage-queue.ts'
import { receiveQueue } from './receive/receive-queue.ts'
import { boxQueue } from './shipments/box-queue.ts'

/** What facilities' people enter without a connection waits in these; opened for a user, each sends what is left of theirs. */
export const facilityQueues = [stageQueue, receiveQueue, boxQueue] as const
