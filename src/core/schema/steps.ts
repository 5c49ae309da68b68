/** The route from a root to a record. It becomes a path only when something is reported, which is rare. */
export class Steps {
  private readonly root: string;
  private readonly steps: (string | number)[] = [];

  constructor(root: string) {
    this.root = root;
  }

  /** Down, to an attribute or to an entry of a list. */
  into(step: string | number): void {
    this.steps.push(step);
  }

  /** Back up. */
  out(): void {
    this.steps.pop();
  }

  /** The path of what is here, or of one of its attributes: `.ze_info/kernels[2]/execution_env/grf_count`. */
  path(key?: string): string {
    let path = this.root;
    for (const step of this.steps) path += typeof step === 'number' ? `[${step}]` : `/${step}`;
    return key === undefined ? path : `${path}/${key}`;
  }
}
