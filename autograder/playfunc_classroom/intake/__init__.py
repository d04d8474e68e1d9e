"""From a download or an upload folder to one submission for each student."""
