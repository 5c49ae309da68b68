/** The package has no types. */
declare module 'postject' {
  export function inject(
    file: string,
    name: string,
    data: Buffer,
    options: { sentinelFuse: string; machoSegmentName?: string },
  ): Promise<void>;
}
