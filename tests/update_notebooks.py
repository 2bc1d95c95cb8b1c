"""Execute the notebooks and keep their outputs: ``python tests/update_notebooks.py`` (needs the extra ``notebook``).

What differs from run to run or from machine to machine is left out: times, versions, the name of the environment.
"""

import argparse
from pathlib import Path

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def update(path):
    """Execute a notebook where it stands; an error in a cell is raised, and leaves it as it was."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    here = {"metadata": {"path": str(path.parent)}}  # as jupyter does, so that ../data is found
    NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False, resources=here).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = {}
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def main():
    """Update the notebooks that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", type=Path, default=sorted(NOTEBOOKS.glob("*.ipynb")))
    for path in parser.parse_args().notebooks:
        update(path)
        print(f"{path.name}: executed")


if __name__ == "__main__":
    main()
