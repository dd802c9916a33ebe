/** Code that loads when it is first needed. After a failure, the next call tries again. */
export class Part<Module> {
  loaded: Module | undefined;
  private isLoading = false;

  constructor(private readonly fetchModule: () => Promise<Module>) {}

  /** `then` is called when the code has loaded. */
  load(then: () => void): void {
    if (this.isLoading) return;
    this.isLoading = true;
    this.fetchModule().then(
      (module) => {
        this.loaded = module;
        then();
      },
      () => {
        this.isLoading = false;
      },
    );
  }
}
