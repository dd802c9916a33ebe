/** A role that can be chosen for a person, with its texts. */
export interface RoleOption<Role extends string> {
  value: Role;
  label: string;
  /** What it may do, in a few words. */
  text: string;
}
