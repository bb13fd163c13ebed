/** The two channels between the preload and the main process; there are no others. */
export const channels = { call: 'bridge:call', event: 'bridge:event' } as const
